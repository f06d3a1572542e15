import { useEffect, useRef, useState } from "preact/hooks";
import { useAct } from "../../api/act.ts";
import { explain } from "../../api/explain.ts";
import { LanguageChoice } from "../../app/language-choice.tsx";
import { setupCodeOf, signIn, signInReason } from "../../app/session.ts";
import { Button } from "../../parts/button.tsx";
import { TextField } from "../../parts/field.tsx";
import { words } from "../../words/words.ts";

/** Signs in with an API key, or with the setup code of a new box. */
export function SignIn() {
  const [text, setText] = useState("");
  const [name, setName] = useState("");
  const { isRunning, error, run } = useAct();
  const input = useRef<HTMLInputElement>(null);
  const { signIn: own } = words.value;
  useEffect(() => {
    document.title = `${own.title} · Gatehouse`;
    input.current?.focus();
  }, []);
  const [before, after] = own.help.split("{command}");
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (!(await run(() => signIn(text, name)))) input.current?.focus();
  };
  return (
    <main class="alone">
      <form class="panel sign-in" onSubmit={(event) => void submit(event)}>
        <p class="brand">
          <img src="/icon.svg" alt="" width="32" height="32" />
          Gatehouse
        </p>
        <h1>{own.title}</h1>
        <div class="field">
          <label for="key">{own.label}</label>
          <input
            id="key"
            ref={input}
            name="key"
            type="password"
            autocomplete="current-password"
            spellcheck={false}
            autocapitalize="off"
            maxLength={200}
            placeholder="svk_…"
            required
            aria-describedby="key-help sign-in-error"
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
          <p id="key-help" class="hint">
            {before}
            <code dir="ltr">gatehouse keys create</code>
            {after}
          </p>
        </div>
        {setupCodeOf(text) !== undefined && (
          <TextField
            label={own.keyName}
            value={name}
            onChange={setName}
            maxLength={100}
            hint={own.keyNameHint}
          />
        )}
        <p id="sign-in-error" role="alert" class="field-error">
          {error === undefined ? signInReason.value : explain(error)}
        </p>
        <Button tone="main" isBusy={isRunning}>
          {own.button}
        </Button>
        <LanguageChoice />
      </form>
    </main>
  );
}
