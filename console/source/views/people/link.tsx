import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { SecretOnce } from "../../parts/secret.tsx";
import { words } from "../../words/words.ts";

/** A link for one person, shown this once. */
export function Link(props: { title: string; url: string; onClose: () => void }) {
  const { people: own, common } = words.value;
  return (
    <Dialog title={props.title} onClose={props.onClose}>
      <div class="stack">
        <SecretOnce text={`${own.link} ${own.inviteHint}`} secret={props.url} />
        <Button onPress={props.onClose}>{common.close}</Button>
      </div>
    </Dialog>
  );
}
