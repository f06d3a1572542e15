import { useEffect, useRef, useState } from "preact/hooks";
import type { VoiceAgent } from "../../../../client/source/generated.ts";
import { useAct } from "../../api/act.ts";
import { assetAddress } from "../../api/assets.ts";
import { box } from "../../api/box.ts";
import { fieldProblems } from "../../api/field-problems.ts";
import { Button } from "../../parts/button.tsx";
import { TextField } from "../../parts/field.tsx";
import { Notice, Problem } from "../../parts/notice.tsx";
import { say } from "../../words/say.ts";
import { words } from "../../words/words.ts";

/** A greeting is preview within a second; an endpoint that is away keeps the job waiting. */
const waitMs = 60_000;

/** Plays the agent's greeting or a text in its voice, and says who speaks. */
export function Hearing({ agent }: { agent: VoiceAgent }) {
  const { voice: own } = words.value;
  const { run, error, isRunning } = useAct();
  const [text, setText] = useState("");
  const [preview, setPreview] = useState<Preview | undefined>(undefined);
  const problems = fieldProblems(error, ["text"]);
  const leaving = useRef(new AbortController());
  useEffect(() => () => leaving.current.abort(), []);
  const hear = () =>
    run(async () => {
      const { signal } = leaving.current;
      const args = { agent_id: agent.id };
      const body = text.trim() === "" ? {} : { text };
      const { data } = await box.voice.previewVoiceAgent(args, body, { signal });
      const job = await box.jobs.wait(data.job_id, { timeoutMs: waitMs, signal });
      if (job.error) throw new Error(`${job.error.code}: ${job.error.message}`);
      setPreview(job.payload as Preview);
    });
  const source = preview?.audio_url ? assetAddress(preview.audio_url) : undefined;
  return (
    <div class="stack">
      <TextField
        label={own.text}
        hint={own.textHint}
        value={text}
        onChange={setText}
        maxLength={1000}
        dir="auto"
        problem={problems.of("text")}
      />
      <div class="row">
        <Button icon="play" isBusy={isRunning} onPress={() => void hear()}>
          {text.trim() === "" ? own.hear : own.hearText}
        </Button>
      </div>
      <Problem error={problems.rest} />
      {preview && source === undefined && <Notice tone="warning">{own.unheard}</Notice>}
      {preview && source !== undefined && (
        <figure class="stack">
          {/* What it says stands beside it: the greeting, or the text that was typed. */}
          {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
          <audio controls src={source} aria-label={say(own.greetingOf, { name: agent.name })} />
          <figcaption class="hint">
            {say(own.spokenBy, { name: preview.output?.spoken_by ?? "–" })}
          </figcaption>
        </figure>
      )}
    </div>
  );
}

/** What of a preview's job is used. */
interface Preview {
  audio_url?: string | null;
  output?: { spoken_by?: string };
}
