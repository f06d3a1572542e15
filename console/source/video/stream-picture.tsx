import type { ComponentChildren } from "preact";
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { Stream } from "../../../client/source/generated.ts";
import { streamAddress } from "../api/box.ts";
import { say } from "../words/say.ts";
import { words } from "../words/words.ts";
import { canPlayLive, LivePlayer } from "./live-player.ts";
import { useLiveSlot } from "./live-slots.ts";
import { PicturePlayer } from "./picture-player.ts";
import { useVisible } from "./visible.ts";

const stillEveryMs = 2500;
/** A live view reopens after this time, before the box ends it at an hour. */
const renewMs = 30 * 60_000;
/** When the box has no place for another live view, stills are pictureUrl for so long. */
const crowdedMs = 10_000;

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
 * otherwise a still every few seconds, and why. Out of sight it costs nothing.
 */
export function StreamPicture(props: StreamPictureProps) {
  const { stream, isAnnotated, isSmall, isUrgent, children } = props;
  const frame = useRef<HTMLDivElement>(null);
  const isSeen = useVisible(frame);
  const hasVideo = stream.state === "watching" || stream.state === "degraded";
  const [unplayable, setUnplayable] = useState("");
  const [isBarred, setBarred] = useState(false);
  const [isCrowded, setCrowded] = useCrowded();
  const isVideo = canPlayLive && !isAnnotated && unplayable === "";
  const kind = isVideo || !isBarred ? "socket" : "answer";
  const isLive = useLiveSlot(isSeen && hasVideo && !isCrowded, { kind, isUrgent });
  const { cameras, errors } = words.value;
  const ratio = stream.width && stream.height ? `${stream.width} / ${stream.height}` : "16 / 9";
  const name = say(cameras.pictureOf, { name: stream.stream_id });
  const stillText = isCrowded
    ? `${cameras.still} · ${errors.codes.too_many_streams}`
    : cameras.still;
  const track = isSmall && stream.source.sub_url !== undefined ? "sub" : undefined;
  return (
    <>
      <div class="screen" ref={frame} style={{ aspectRatio: ratio }}>
        {hasVideo && isSeen && (
          <Medium
            {...{ isVideo, isLive, isBarred, name, track }}
            id={stream.stream_id}
            isSmall={isSmall === true}
            onUnplayable={setUnplayable}
            onCrowded={setCrowded}
            onBarred={() => setBarred(true)}
          />
        )}
        {!hasVideo && <p class="veil">{cameras.states[stream.state]}</p>}
        {hasVideo && (
          <span class="screen-mode">{isLive ? words.value.cameras.live : stillText}</span>
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
  isVideo: boolean;
  isLive: boolean;
  isSmall: boolean;
  isBarred: boolean;
  track: "sub" | undefined;
  onUnplayable: (reason: string) => void;
  onCrowded: () => void;
  onBarred: () => void;
}) {
  const { id, name, isVideo, isLive, track, onUnplayable, ...rest } = props;
  const { onCrowded } = rest;
  if (!isLive) return <Still id={id} name={name} />;
  if (isVideo) return <LiveVideo {...{ id, name, track, onUnplayable, onCrowded }} />;
  return <LivePictures id={id} name={name} {...rest} />;
}

/** True for a while after the box refused another live view. */
function useCrowded(): [boolean, () => void] {
  const [isCrowded, setCrowded] = useState(false);
  useEffect(() => {
    if (!isCrowded) return;
    const timer = setTimeout(() => setCrowded(false), crowdedMs);
    return () => clearTimeout(timer);
  }, [isCrowded]);
  return [isCrowded, useCallback(() => setCrowded(true), [])];
}

function LiveVideo(props: {
  id: string;
  name: string;
  track: "sub" | undefined;
  onUnplayable: (reason: string) => void;
  onCrowded: () => void;
}) {
  const { onUnplayable, onCrowded } = props;
  const element = useRef<HTMLVideoElement>(null);
  const round = useRenewed();
  useEffect(() => {
    const query = props.track === undefined ? "" : `?track=${props.track}`;
    const address = streamAddress(props.id, "live-video.mp4") + query;
    const player = new LivePlayer(element.current!, address, { onUnplayable, onCrowded });
    return () => player.close();
  }, [props.id, props.track, round]);
  return <video ref={element} muted playsInline disableRemotePlayback aria-label={props.name} />;
}

/** Pictures with what is detected, one after the other: as messages, or in one answer that the browser shows by itself. */
function LivePictures(props: {
  id: string;
  name: string;
  isSmall: boolean;
  isBarred: boolean;
  onCrowded: () => void;
  onBarred: () => void;
}) {
  const { id, name, isSmall, isBarred, onCrowded, onBarred } = props;
  const element = useRef<HTMLImageElement>(null);
  const round = useRenewed();
  useEffect(() => {
    const image = element.current!;
    const address = `${streamAddress(id, "live.mjpeg")}?width=${isSmall ? 640 : 960}&fps=5`;
    if (!isBarred) {
      const player = new PicturePlayer(image, address, { onCrowded, onBarred });
      return () => player.close();
    }
    image.src = address;
    // Without this the browser keeps the connection of an image that is gone.
    return () => image.removeAttribute("src");
  }, [id, isSmall, isBarred, round]);
  return <img ref={element} class="pictures" alt={name} />;
}

function Still({ id, name }: { id: string; name: string }) {
  const [pictureUrl, setPictureUrl] = useState<string | undefined>(undefined);
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
          setPictureUrl(next);
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
  return pictureUrl === undefined ? (
    <p class="veil">{words.value.incidents.noPicture}</p>
  ) : (
    <img alt={name} src={pictureUrl} />
  );
}

/** Returns a number that changes each time the live view must reopen. */
function useRenewed(): number {
  const [round, setRound] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setRound((before) => before + 1), renewMs);
    return () => clearInterval(timer);
  }, []);
  return round;
}
