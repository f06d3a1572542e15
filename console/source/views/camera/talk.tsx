import { useEffect, useRef, useState } from "preact/hooks";
import { box } from "../../api/box.ts";
import { explain } from "../../api/explain.ts";
import { useLoad } from "../../api/load.ts";
import { HoldButton } from "../../parts/hold-button.tsx";
import { Loading, Notice, Problem } from "../../parts/notice.tsx";
import { Section } from "../../parts/page.tsx";
import { canHear } from "../../video/microphone.ts";
import { say } from "../../words/say.ts";
import { words } from "../../words/words.ts";
import { TalkLink, type TalkState } from "./talk-link.ts";

/** Asks the camera for its loudspeaker, and talks to it while a button is held. */
export function TalkPanel({ streamId }: { streamId: string }) {
  const { talk: own } = words.value;
  const { data, error, reload } = useLoad(
    async (signal) =>
      (await box.surveillance.getStreamLoudspeaker({ stream_id: streamId }, { signal })).data,
    [streamId],
  );
  return (
    <Section title={own.title}>
      <Problem error={error} onRetry={reload} />
      {!data && error === undefined && <Loading />}
      {data?.state === "absent" && <Notice>{own.absent}</Notice>}
      {data?.state === "unsupported" && <Notice tone="warning">{own.unsupported}</Notice>}
      {data?.state === "offered" &&
        (canHear() ? (
          <Talk streamId={streamId} />
        ) : (
          <Notice tone="warning">{own.lacks.insecure}</Notice>
        ))}
    </Section>
  );
}

function Talk({ streamId }: { streamId: string }) {
  const { talk: own } = words.value;
  const [state, setState] = useState<TalkState>({ name: "idle" });
  const [why, setWhy] = useState("");
  const link = useRef<TalkLink | undefined>(undefined);
  link.current ??= new TalkLink(streamId, setState);
  useEffect(() => {
    const release = (): void => link.current!.hold(false);
    window.addEventListener("blur", release);
    document.addEventListener("visibilitychange", release);
    return () => {
      window.removeEventListener("blur", release);
      document.removeEventListener("visibilitychange", release);
      release();
    };
  }, []);
  useEffect(() => {
    setWhy("");
    if (state.name === "refused") void whyRefused(streamId).then(setWhy);
  }, [state.name]);
  const isTalking = state.name === "talking";
  return (
    <div class="stack talk">
      <HoldButton
        tone={isTalking ? "plain" : "main"}
        isPressed={isTalking}
        onHold={(isHeld) => link.current!.hold(isHeld)}
      >
        {isTalking ? own.speak : own.hold}
      </HoldButton>
      <meter aria-label={own.level} min={0} max={1} value={isTalking ? state.level : 0} />
      <p class="hint">{own.hint}</p>
      <div role="status">{stateText(state, why)}</div>
    </div>
  );
}

function stateText(state: TalkState, why: string) {
  const { talk: own } = words.value;
  switch (state.name) {
    case "idle":
    case "talking":
      return null;
    case "opening":
      return <p>{own.opening}</p>;
    case "deaf":
      return <Notice tone="warning">{own.lacks[state.lack]}</Notice>;
    case "refused":
      return why === "" ? null : <Notice tone="critical">{why}</Notice>;
    case "failed":
      return <Notice tone="critical">{explain(state.error)}</Notice>;
    case "over":
      return (
        <Notice tone="warning">
          {state.reason === "lease_expired"
            ? own.expired
            : say(own.ended, { reason: state.message })}
        </Notice>
      );
  }
}

/** A browser does not tell why a WebSocket did not open, but the box tells the state of the loudspeaker. */
async function whyRefused(streamId: string): Promise<string> {
  const { talk: own } = words.value;
  try {
    const { data } = await box.surveillance.getStreamLoudspeaker({ stream_id: streamId });
    if (data.talker !== null) return say(own.busy, { name: data.talker });
    return data.state === "offered" ? own.refused : own.absent;
  } catch (error) {
    return explain(error);
  }
}
