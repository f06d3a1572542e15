import { useEffect, useRef, useState } from "preact/hooks";
import { useAct } from "../../api/act.ts";
import { explain } from "../../api/explain.ts";
import { LanguageChoice } from "../../app/language-choice.tsx";
import {
  goToProvider,
  setupCodeOf,
  signIn,
  signInMethods,
  signInReason,
  signInWithPasskey,
  signInWithPassword,
} from "../../app/session.ts";
import { hasPasskeys } from "../../app/passkey.ts";
import { Button } from "../../parts/button.tsx";
import { TextField } from "../../parts/field.tsx";
import { say } from "../../words/say.ts";
import { words } from "../../words/words.ts";
import { SignInPanel } from "./sign-in-panel.tsx";
import { PasswordField } from "../../parts/password-field.tsx";

/** Signs in with name and password where there are accounts, else with an API key or the setup code of a new box. */
export function SignIn() {
  const [hasPeople, setHasPeople] = useState(false);
  const [isByKey, setByKey] = useState(false);
  const [provider, setProvider] = useState<string | null>(null);
  useEffect(() => {
    // Without an answer the field for keys stays, which always works.
    signInMethods().then(
      ({ password, provider: name }) => {
        setHasPeople(password);
        setProvider(name);
      },
      () => undefined,
    );
  }, []);
  const own = words.value.people;
  return (
    <SignInPanel title={words.value.signIn.title}>
      {hasPeople && !isByKey ? <ByPassword /> : <ByKey onType={() => setByKey(true)} />}
      {provider !== null && <AtProvider name={provider} />}
      {hasPeople && (
        <Button tone="quiet" onPress={() => setByKey(!isByKey)}>
          {isByKey ? own.withPassword : own.withKey}
        </Button>
      )}
      <LanguageChoice />
    </SignInPanel>
  );
}

function AtProvider({ name }: { name: string }) {
  const { isRunning, error, run } = useAct();
  return (
    <>
      <Button isBusy={isRunning} onPress={() => void run(goToProvider)}>
        {say(words.value.people.providerSignIn, { name })}
      </Button>
      {error !== undefined && (
        <p role="alert" class="field-error">
          {explain(error)}
        </p>
      )}
    </>
  );
}

function ByPassword() {
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const { isRunning, error, run } = useAct();
  const { signIn: own, people } = words.value;
  const submit = (event: Event): void => {
    event.preventDefault();
    void run(() => signInWithPassword(name, password));
  };
  return (
    <form class="stack" onSubmit={submit}>
      <TextField
        label={words.value.common.name}
        value={name}
        onChange={setName}
        autocomplete="username"
        maxLength={100}
        required
      />
      <PasswordField label={people.password} value={password} onChange={setPassword} />
      <Refusal error={error} />
      <Button tone="main" isBusy={isRunning}>
        {own.button}
      </Button>
      {hasPasskeys() && (
        <Button isBusy={isRunning} onPress={() => void run(signInWithPasskey)}>
          {people.passkeySignIn}
        </Button>
      )}
    </form>
  );
}

function Refusal({ error }: { error: unknown }) {
  return (
    <p id="sign-in-error" role="alert" class="field-error">
      {error === undefined ? signInReason.value : explain(error)}
    </p>
  );
}

/** `onType` hears of every change of the key, so that a late answer takes no half-typed key away. */
function ByKey({ onType }: { onType: () => void }) {
  const [text, setText] = useState("");
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const { isRunning, error, run } = useAct();
  const input = useRef<HTMLInputElement>(null);
  const { signIn: own, people } = words.value;
  useEffect(() => input.current?.focus(), []);
  const [before, after] = own.help.split("{command}");
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (!(await run(() => signIn(text, { name, password })))) input.current?.focus();
  };
  return (
    <form class="stack" onSubmit={(event) => void submit(event)}>
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
          onInput={(event) => {
            onType();
            setText(event.currentTarget.value);
          }}
        />
        <p id="key-help" class="hint">
          {before}
          <code dir="ltr">gatehouse keys create</code>
          {after}
        </p>
      </div>
      {setupCodeOf(text) !== undefined && (
        <>
          <TextField
            label={password === "" ? own.keyName : people.yourName}
            value={name}
            onChange={setName}
            maxLength={100}
            required={password !== ""}
            hint={password === "" ? own.keyNameHint : undefined}
          />
          <PasswordField
            label={people.setupPassword}
            value={password}
            onChange={setPassword}
            isNew
            hint={`${people.setupHint} ${people.passwordHint}`}
            required={false}
          />
        </>
      )}
      <Refusal error={error} />
      <Button tone="main" isBusy={isRunning}>
        {own.button}
      </Button>
    </form>
  );
}
