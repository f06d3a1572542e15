import { useId, useState } from "preact/hooks";
import type { Voice, VoiceAgent } from "../../../../client/source/generated.ts";
import { useAct } from "../../api/act.ts";
import { box } from "../../api/box.ts";
import { fieldProblems } from "../../api/field-problems.ts";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { SelectField, TextAreaField, TextField } from "../../parts/field.tsx";
import { linesOf, valuesOf } from "../../parts/own-values.ts";
import { say } from "../../words/say.ts";
import { words } from "../../words/words.ts";
import { providers } from "./providers.ts";

type Provider = keyof typeof providers;

/** What stands in the form; an empty text is a field without a value. */
interface Draft {
  name: string;
  voice_id: string;
  system_prompt: string;
  greeting: string;
  language: string;
  provider: Provider | "";
  provider_agent_id: string;
  metadata: string;
}

const empty: Draft = {
  name: "",
  voice_id: "",
  system_prompt: "",
  greeting: "",
  language: "",
  provider: "",
  provider_agent_id: "",
  metadata: "",
};
const params = Object.keys(empty);
const optional = ["greeting", "language", "provider", "provider_agent_id"] as const;

/** Makes a voice agent, or changes `agent`. */
export function AgentForm(props: {
  agent?: VoiceAgent;
  voices: readonly Voice[];
  onSaved: () => void;
  onClose: () => void;
}) {
  const { agent, voices, onSaved, onClose } = props;
  const { voice: own, common } = words.value;
  const { run, error, isRunning } = useAct();
  const [draft, setDraft] = useState(() => (agent ? draftOf(agent) : empty));
  const problems = fieldProblems(error, params);
  const field = <K extends keyof Draft>(name: K) => ({
    value: draft[name],
    onChange: (value: Draft[K]) => setDraft((before) => ({ ...before, [name]: value })),
    problem: problems.of(name),
  });
  const save = async (): Promise<void> => {
    const isSaved = await run(() =>
      agent
        ? box.voice.updateVoiceAgent({ agent_id: agent.id }, changeOf(draft))
        : box.voice.createVoiceAgent(requestOf(draft)),
    );
    if (isSaved) onSaved();
  };
  return (
    <FormDialog
      title={agent ? say(own.editAgent, { name: agent.name }) : own.newAgent}
      onClose={onClose}
      isWide
      error={problems.rest}
      isBusy={isRunning}
      submitLabel={common.save}
      onSubmit={save}
    >
      <TextField label={common.name} required maxLength={100} {...field("name")} />
      <VoiceField voices={voices} {...field("voice_id")} />
      <TextAreaField
        label={own.prompt}
        hint={own.promptHint}
        rows={5}
        required
        maxLength={8000}
        {...field("system_prompt")}
      />
      <TextAreaField
        label={own.greeting}
        hint={own.greetingHint}
        rows={2}
        maxLength={1000}
        {...field("greeting")}
      />
      <div class="fields">
        <TextField
          label={own.language}
          hint={own.languageHint}
          dir="ltr"
          maxLength={35}
          placeholder="en-GB"
          {...field("language")}
        />
        <SelectField
          label={own.provider}
          options={[["", own.anyProvider], ...(Object.entries(providers) as [Provider, string][])]}
          {...field("provider")}
        />
        <TextField
          label={own.providerAgent}
          hint={own.providerAgentHint}
          dir="ltr"
          maxLength={128}
          {...field("provider_agent_id")}
        />
      </div>
      <TextAreaField
        label={own.values}
        hint={own.valuesHint}
        rows={2}
        placeholder="site=north"
        {...field("metadata")}
      />
    </FormDialog>
  );
}

/** Proposes the voices that can speak; the box checks any other id. */
function VoiceField(props: {
  voices: readonly Voice[];
  value: string;
  onChange: (value: string) => void;
  problem: string | undefined;
}) {
  const { voices, ...field } = props;
  const { voice: own } = words.value;
  const listId = useId();
  return (
    <>
      <TextField
        label={own.voice}
        hint={own.voiceHint}
        dir="ltr"
        list={listId}
        required
        maxLength={128}
        placeholder="espeak:en-gb"
        {...field}
      />
      <datalist id={listId}>
        {voices
          .filter(({ available }) => available)
          .map(({ id, name, languages }) => (
            <option key={id} value={id}>
              {[name, ...languages].join(" · ")}
            </option>
          ))}
      </datalist>
    </>
  );
}

function draftOf(agent: VoiceAgent): Draft {
  const { name, voice_id, system_prompt, greeting, language, provider } = agent;
  return {
    name,
    voice_id,
    system_prompt,
    greeting: greeting ?? "",
    language: language ?? "",
    provider: provider ?? "",
    provider_agent_id: agent.provider_agent_id ?? "",
    metadata: linesOf(agent.metadata),
  };
}

function requiredOf({ name, voice_id, system_prompt, metadata }: Draft) {
  return { name, voice_id, system_prompt, metadata: valuesOf(metadata) };
}

function requestOf(draft: Draft) {
  const filled = optional.flatMap((name) => (draft[name] === "" ? [] : [[name, draft[name]]]));
  return { ...requiredOf(draft), ...(Object.fromEntries(filled) as Partial<Optional>) };
}

/** A change sends every field: null removes the value of an optional one. */
function changeOf(draft: Draft) {
  const fields = optional.map((name) => [name, draft[name] === "" ? null : draft[name]]);
  return { ...requiredOf(draft), ...(Object.fromEntries(fields) as Partial<Optional>) };
}

/** The optional fields with a value. */
interface Optional {
  greeting: string;
  language: string;
  provider: Provider;
  provider_agent_id: string;
}
