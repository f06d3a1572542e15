import { useState } from "preact/hooks";
import type { Probe, StreamRequest } from "../../../../client/source/generated.ts";
import { useAct } from "../../api/act.ts";
import { box } from "../../api/box.ts";
import { codeOf } from "../../api/explain.ts";
import { go } from "../../app/router.ts";
import { Button } from "../../parts/button.tsx";
import { CheckField, SelectField, TextField } from "../../parts/field.tsx";
import { Notice, Problem } from "../../parts/notice.tsx";
import { Facts, Section } from "../../parts/page.tsx";
import { number, say } from "../../words/say.ts";
import { words } from "../../words/words.ts";
import type { Access } from "./access.ts";

/** What a tried camera sends, what to change in it, and the way to add it. */
export function ProbeResult({ probe, access }: { probe: Probe; access: Access }) {
  const { addCamera: own, common } = words.value;
  const { rtsp, onvif } = probe;
  return (
    <Section title={own.result}>
      {rtsp && probe.usable && (
        <Facts
          entries={[
            [
              own.maker,
              [onvif.manufacturer, onvif.model].filter(Boolean).join(" ") || common.unknown,
            ],
            [own.codec, rtsp.codec ?? common.unknown],
            [own.size, rtsp.width ? `${rtsp.width} × ${rtsp.height}` : common.unknown],
            [own.rate, rtsp.fps === null ? common.unknown : number(rtsp.fps)],
            [
              own.keyFrames,
              rtsp.gop_seconds === null
                ? common.unknown
                : say(own.everySec, { seconds: rtsp.gop_seconds }),
            ],
          ]}
        />
      )}
      {probe.advice.length > 0 && (
        <ul class="stack" aria-label={own.advice}>
          {probe.advice.map((entry) => (
            <li key={entry.code}>
              <Notice tone={entry.level}>{wordsOfAdvice(entry)}</Notice>
            </li>
          ))}
        </ul>
      )}
      {rtsp && probe.usable && <AddForm probe={probe} url={rtsp.url} access={access} />}
    </Section>
  );
}

/** In the reader's language where there are words for the code; else the box's own sentence. */
function wordsOfAdvice({ code, values, message }: Probe["advice"][number]): string {
  const known: Readonly<Record<string, string>> = words.value.addCamera.advices;
  const sentence = known[code];
  return sentence === undefined ? message : say(sentence, values);
}

type Recording = NonNullable<StreamRequest["recording"]>["mode"];

function AddForm({ probe, url, access }: { probe: Probe; url: string; access: Access }) {
  const sub = probe.advice.find(({ code }) => code === "sub_stream")?.values["url"];
  const [name, setName] = useState(() => nameFor(probe, access));
  const [recording, setRecording] = useState<Recording>("incidents");
  const [usesSub, setUsesSub] = useState(false);
  const { run, error, isRunning } = useAct();
  const { addCamera: own, cameras } = words.value;
  const add = async (event: Event): Promise<void> => {
    event.preventDefault();
    const { username, password } = access;
    const source: StreamRequest["source"] = {
      type: url.startsWith("rtsps:") ? "rtsps" : "rtsp",
      url,
      ...(username === "" ? {} : { username }),
      ...(password === "" ? {} : { password }),
      ...(usesSub && typeof sub === "string" ? { sub_url: sub } : {}),
    };
    const isAdded = await run(async () => {
      await box.surveillance.createStream({
        stream_id: name,
        source,
        recording: { mode: recording },
      });
      await untilThere(name);
    });
    if (isAdded) go(`/cameras/${encodeURIComponent(name)}`, { query: { edit: "zones" } });
  };
  return (
    <form data-draft class="stack" onSubmit={(event) => void add(event)}>
      <div class="fields">
        <TextField
          label={words.value.common.name}
          hint={own.nameHint}
          required
          maxLength={128}
          pattern="[A-Za-z0-9_:\-][A-Za-z0-9._:\-]*"
          dir="ltr"
          value={name}
          onChange={setName}
        />
        <SelectField
          label={cameras.recording}
          value={recording}
          onChange={setRecording}
          options={[
            ["incidents", cameras.recordings.incidents],
            ["continuous", cameras.recordings.continuous],
            ["off", cameras.recordings.off],
          ]}
        />
      </div>
      {sub !== undefined && <CheckField label={own.useSub} value={usesSub} onChange={setUsesSub} />}
      <Problem error={error} />
      <div class="row">
        <Button tone="main" icon="plus" isBusy={isRunning}>
          {own.addButton}
        </Button>
      </div>
    </form>
  );
}

/** A name that the box takes, from what the camera or its address is called. */
function nameFor({ onvif, rtsp }: Probe, { address }: Access): string {
  const host = /^(?:rtsps?:\/\/)?(?:[^@/]*@)?([^:/]+)/i.exec(rtsp?.url ?? address)?.[1] ?? "camera";
  const stem = onvif.model ?? `camera-${host}`;
  return stem
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, "-")
    .replaceAll(/^[.-]+|-+$/g, "")
    .slice(0, 60);
}

const waitMs = 200;
const tries = 50;

/** The stream begins just after it was accepted; its page would not find it before. */
async function untilThere(streamId: string): Promise<void> {
  for (let left = tries; ; left -= 1) {
    try {
      await box.surveillance.getStream({ stream_id: streamId });
      return;
    } catch (error) {
      if (codeOf(error) !== "not_found" || left === 0) throw error;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
}
