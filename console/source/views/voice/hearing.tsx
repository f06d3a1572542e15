import { useEffect, useRef, useState } from "preact/hooks";
import type { VoiceAgent } from "../../../../client/source/generated.ts";
import { useAct } from "../../api/act.ts";
import { assetAddress } from "../../api/assets.ts";
import { box } from "../../api/box.ts";
import { Button } from "../../parts/button.tsx";
import { Notice, Problem } from "../../parts/notice.tsx";
import { say } from "../../words/say.ts";
import { words } from "../../words/words.ts";

/** A greeting is preview within a second; an endpoint that is away keeps the job waiting. */
const waitMs = 60_000;

/** The agent's greeting to be heard, and who speaks it. */
export function Hearing({ agent }: { agent: VoiceAgent }) {
  const { voice: own } = words.value;
  const { run, error, isRunning } = useAct();
  const [preview, setPreview] = useState<Preview | undefined>(undefined);
  const leaving = useRef(new AbortController());
  useEffect(() => () => leaving.current.abort(), []);
  const hear = () =>
    run(async () => {
      const { signal } = leaving.current;
      const args = { agent_id: agent.id };
      const { data } = await box.voice.previewVoiceAgent(args, {}, { signal });
      const job = await box.jobs.wait(data.job_id, { timeoutMs: waitMs, signal });
      if (job.error) throw new Error(`${job.error.code}: ${job.error.message}`);
      setPreview(job.payload as Preview);
    });
  const source = preview?.audio_url ? assetAddress(preview.audio_url) : undefined;
  return (
    <div class="stack">
      <div class="row">
        <Button icon="play" isBusy={isRunning} onPress={() => void hear()}>
          {own.hear}
        </Button>
      </div>
      <Problem error={error} />
      {preview && source === undefined && <Notice tone="warning">{own.unheard}</Notice>}
      {preview && source !== undefined && (
        <figure class="stack">
          {/* What it says stands beside it: the greeting. */}
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
