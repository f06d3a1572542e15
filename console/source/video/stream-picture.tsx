import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Stream } from "../../../client/source/generated.ts";
import { streamAddress } from "../api/box.ts";
import { say } from "../words/say.ts";
import { words } from "../words/words.ts";
import { canPlayLive, LivePlayer } from "./live-player.ts";
import { useLiveSlot } from "./live-slots.ts";
import { useSeen } from "./seen.ts";

const stillEveryMs = 2500;
/** A live view is opened anew after this time, before the box ends it at an hour. */
const renewMs = 30 * 60_000;

/** What a picture of a stream needs. */
export interface StreamPictureProps {
  stream: Pick<Stream, "stream_id" | "state" | "width" | "height" | "source">;
  /** Shows what is detected, drawn by the box, instead of the camera's own video. */
  isAnnotated?: boolean;
  /** One of many: plays the camera's sub-stream where it has one. */
  isSmall?: boolean;
  /** Plays before the others of the page. */
  isUrgent?: boolean;
  /** What lies over the picture. */
  children?: ComponentChildren;
}

/**
 * The picture of a stream: its live video while it can be seen and one of the page's live places is free,
 * otherwise a still every few seconds. Out of sight it costs nothing.
 */
export function StreamPicture(props: StreamPictureProps) {
  const { stream, isAnnotated, isSmall, isUrgent, children } = props;
  const frame = useRef<HTMLDivElement>(null);
  const isSeen = useSeen(frame);
  const hasVideo = stream.state === "watching" || stream.state === "degraded";
  const [unplayable, setUnplayable] = useState("");
  const kind = canPlayLive && !isAnnotated && unplayable === "" ? "video" : "pictures";
  const isLive = useLiveSlot(isSeen && hasVideo, { kind, isUrgent });
  const { cameras } = words.value;
  const ratio = stream.width && stream.height ? `${stream.width} / ${stream.height}` : "16 / 9";
  const name = say(cameras.pictureOf, { name: stream.stream_id });
  const usesVideo = isLive && kind === "video";
  const track = isSmall && stream.source.sub_url !== undefined ? "sub" : undefined;
  return (
    <>
      <div class="screen" ref={frame} style={{ aspectRatio: ratio }}>
        {hasVideo && isSeen && (
          <Medium
            {...{ usesVideo, isLive, name, track }}
            id={stream.stream_id}
            onUnplayable={setUnplayable}
          />
        )}
        {!hasVideo && <p class="veil">{cameras.states[stream.state]}</p>}
        {hasVideo && (
          <span class="screen-mode">{isLive ? words.value.shell.live : cameras.still}</span>
        )}
        {children}
      </div>
      {unplayable !== "" && !isAnnotated && (
        <p class="quiet-text screen-note">
          {cameras.asPictures} <span lang="en">{unplayable}</span>
        </p>
      )}
    </>
  );
}

function Medium(props: {
  id: string;
  name: string;
  usesVideo: boolean;
  isLive: boolean;
  track: "sub" | undefined;
  onUnplayable: (reason: string) => void;
}) {
  const { id, name, usesVideo, isLive, ...rest } = props;
  if (usesVideo) return <LiveVideo id={id} name={name} {...rest} />;
  return isLive ? <LivePictures id={id} name={name} /> : <Still id={id} name={name} />;
}

function LiveVideo(props: {
  id: string;
  name: string;
  track: "sub" | undefined;
  onUnplayable: (reason: string) => void;
}) {
  const element = useRef<HTMLVideoElement>(null);
  const round = useRenewed();
  useEffect(() => {
    const query = props.track === undefined ? "" : `?track=${props.track}`;
    const address = streamAddress(props.id, "live-video.mp4") + query;
    const player = new LivePlayer(element.current!, address, props.onUnplayable);
    return () => player.close();
  }, [props.id, props.track, round]);
  return <video ref={element} muted playsInline disableRemotePlayback aria-label={props.name} />;
}

/** Pictures with what is detected, one after the other in one answer. */
function LivePictures({ id, name }: { id: string; name: string }) {
  const element = useRef<HTMLImageElement>(null);
  const round = useRenewed();
  useEffect(() => {
    const image = element.current!;
    image.src = `${streamAddress(id, "live.mjpeg")}?width=960&fps=5`;
    // Without this the browser keeps the connection of an image that is gone.
    return () => image.removeAttribute("src");
  }, [id, round]);
  return <img ref={element} alt={name} />;
}

function Still({ id, name }: { id: string; name: string }) {
  const [shown, setShown] = useState<string | undefined>(undefined);
  useEffect(() => {
    const gone = new AbortController();
    let url: string | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const load = async (): Promise<void> => {
      try {
        const address = `${streamAddress(id, "snapshot.jpg")}?width=640`;
        const response = await fetch(address, { signal: gone.signal });
        if (response.ok) {
          const next = URL.createObjectURL(await response.blob());
          setShown(next);
          if (url !== undefined) URL.revokeObjectURL(url);
          url = next;
        }
      } catch {
        // The next one tries again; the header says when the box cannot be reached.
      }
      if (!gone.signal.aborted) timer = setTimeout(() => void load(), stillEveryMs);
    };
    void load();
    return () => {
      gone.abort();
      clearTimeout(timer);
      if (url !== undefined) URL.revokeObjectURL(url);
    };
  }, [id]);
  return shown === undefined ? (
    <p class="veil">{words.value.incidents.noPicture}</p>
  ) : (
    <img alt={name} src={shown} />
  );
}

/** A number that changes whenever a live view is to be opened anew. */
function useRenewed(): number {
  const [round, setRound] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setRound((before) => before + 1), renewMs);
    return () => clearInterval(timer);
  }, []);
  return round;
}
