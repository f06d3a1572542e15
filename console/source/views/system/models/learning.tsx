import type { Models } from "../../../../../client/source/generated.ts";
import { box } from "../../../api/box.ts";
import { may } from "../../../app/session.ts";
import { Button, ConfirmButton } from "../../../parts/button.tsx";
import { Section } from "../../../parts/page.tsx";
import { words } from "../../../words/words.ts";

/** What was learnt from the site's own marks, and the buttons that learn and undo. */
export function Learning(props: {
  of: Models["learnt"];
  isBusy: boolean;
  act: (work: () => Promise<unknown>) => Promise<void>;
}) {
  const { of, isBusy, act } = props;
  const { models: own } = words.value;
  return (
    <Section title={own.learning}>
      <p class="hint">{own.learningHint}</p>
      {of && (
        <ul lang="en" dir="ltr">
          {of.cameras.map(({ stream_id: id, sentence }) => (
            <li key={id} data-learnt={id}>
              {sentence}
            </li>
          ))}
        </ul>
      )}
      {may("system:admin") && (
        <div class="page-actions">
          <Button
            isDisabled={isBusy}
            onPress={() => void act(() => box.surveillance.createLearn())}
          >
            {own.learn}
          </Button>
          {of && (
            <ConfirmButton
              isDisabled={isBusy}
              onPress={() => void act(() => box.surveillance.createUnlearn())}
            >
              {own.unlearn}
            </ConfirmButton>
          )}
        </div>
      )}
    </Section>
  );
}
