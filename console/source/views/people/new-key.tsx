import { useState } from "preact/hooks";
import { useAct } from "../../api/act.ts";
import { box } from "../../api/box.ts";
import { type Scope, session } from "../../app/session.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { CheckField, SelectField, TextField } from "../../parts/field.tsx";
import { SecretOnce } from "../../parts/secret.tsx";
import { words } from "../../words/words.ts";

const daySec = 86_400;
/** Seconds; null for a key without an end, undefined for the box's default: a year, or until the maker's end. */
const lives = { day: daySec, month: 30 * daySec, year: undefined, never: null } as const;
const presets = [
  "viewer",
  "operator",
  "technician",
  "recorder",
  "integrator",
  "admin",
  "custom",
] as const;

/** Makes a key and shows it this once. */
export function NewKey({ onClose }: { onClose: () => void }) {
  const { keys: own, common } = words.value;
  const { isRunning, error, run } = useAct();
  const [name, setName] = useState("");
  const [preset, setPreset] = useState<(typeof presets)[number]>("viewer");
  const [scopes, setScopes] = useState<readonly Scope[]>([]);
  const [life, setLife] = useState<keyof typeof lives>("year");
  const [networks, setNetworks] = useState("");
  const [createdKey, setCreatedKey] = useState<string | undefined>(undefined);
  const submit = async (): Promise<void> => {
    const list = networks.split(",").map((each) => each.trim());
    await run(async () => {
      const { data } = await box.keys.createKey({
        name,
        ...(preset === "custom" ? { scopes: [...scopes] } : { preset }),
        ...(lives[life] === undefined ? {} : { expires_in_seconds: lives[life] }),
        networks: list.filter((each) => each !== ""),
      });
      setCreatedKey(data.key);
    });
  };
  if (createdKey !== undefined) return <Made secret={createdKey} onClose={onClose} />;
  return (
    <FormDialog
      title={own.add}
      onClose={onClose}
      error={error}
      isBusy={isRunning}
      submitLabel={common.add}
      onSubmit={submit}
    >
      <TextField label={common.name} value={name} onChange={setName} maxLength={100} required />
      <SelectField
        label={own.preset}
        value={preset}
        onChange={setPreset}
        options={presets.map((each) => [each, own.presets[each]] as const)}
      />
      {preset === "custom" && <Rights chosen={scopes} onChange={setScopes} />}
      <SelectField
        label={own.expires}
        value={life}
        onChange={setLife}
        options={Object.entries(own.lives) as [keyof typeof lives, string][]}
        hint={own.expiresHint}
      />
      <TextField
        label={own.networks}
        value={networks}
        onChange={setNetworks}
        maxLength={2000}
        dir="ltr"
        hint={own.networksHint}
      />
    </FormDialog>
  );
}

function Made({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { keys: own, common } = words.value;
  return (
    <Dialog title={own.add} onClose={onClose}>
      <div class="stack">
        <SecretOnce text={own.secretOnce} secret={secret} />
        <Button onPress={onClose}>{common.close}</Button>
      </div>
    </Dialog>
  );
}

/** Those that the maker has: a key hands out no more than it may itself. */
function Rights(props: { chosen: readonly Scope[]; onChange: (scopes: readonly Scope[]) => void }) {
  const { chosen, onChange } = props;
  const who = session.value;
  const offered = typeof who === "object" ? who.scopes : [];
  return (
    <fieldset>
      <legend>{words.value.keys.rights}</legend>
      <div class="fields">
        {offered.map((scope) => (
          <CheckField
            key={scope}
            label={scope}
            value={chosen.includes(scope)}
            onChange={(isOn) =>
              onChange(isOn ? [...chosen, scope] : chosen.filter((each) => each !== scope))
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
