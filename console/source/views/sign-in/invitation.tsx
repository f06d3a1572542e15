import { useState } from "preact/hooks";
import { useAct } from "../../api/act.ts";
import { LanguageChoice } from "../../app/language-choice.tsx";
import { go } from "../../app/router.ts";
import { acceptInvitation } from "../../app/session.ts";
import { Button } from "../../parts/button.tsx";
import { TextField } from "../../parts/field.tsx";
import { Problem } from "../../parts/notice.tsx";
import { words } from "../../words/words.ts";
import { SignInPanel } from "./sign-in-panel.tsx";
import { PasswordField } from "../../parts/password-field.tsx";

/** Accepts an invitation by link: a new account, or a new password for one. */
export function Invitation({ token, isReset }: { token: string; isReset: boolean }) {
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const { isRunning, error, run } = useAct();
  const own = words.value.people;
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    const account = isReset ? { password } : { name, password };
    if (await run(() => acceptInvitation(token, account))) go("/", { replace: true });
  };
  return (
    <SignInPanel title={isReset ? own.resetTitle : own.invited}>
      <form class="stack" onSubmit={(event) => void submit(event)}>
        {!isReset && (
          <TextField
            label={own.yourName}
            value={name}
            onChange={setName}
            autocomplete="username"
            maxLength={100}
            required
          />
        )}
        <PasswordField
          label={isReset ? own.nextPassword : own.password}
          value={password}
          onChange={setPassword}
          isNew
          hint={own.passwordHint}
        />
        <Problem error={error} />
        <Button tone="main" isBusy={isRunning}>
          {isReset ? own.setPassword : own.accept}
        </Button>
      </form>
      <LanguageChoice />
    </SignInPanel>
  );
}
