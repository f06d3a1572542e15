import type { ComponentChildren } from "preact";
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { Stream } from "../../../client/source/generated.ts";
import { say } from "../words/say.ts";
import { words } from "../words/words.ts";
import { keepPicture } from "./kept-picture.ts";
import { canPlayLive } from "./live-player.ts";
import { useLiveSlot } from "./live-slots.ts";
import { Medium, stillEveryMs } from "./medium.tsx";
import type { SeenFrame } from "./seen-frame.ts";
import { PictureState } from "./picture-state.tsx";
import { usePictureAge } from "./picture-age.ts";
import { useVisible } from "./visible.ts";
import { nameOf } from "../cameras/camera-name.ts";

/** A live picture passes as live for so long; two stills in a row may fail to arrive. */
const maxAgeMs = { live: 2000, still: 2 * stillEveryMs + 1000 } as const;
/** When the box has no place for another live view, the page shows stills for so long. */
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
  /** Plays the camera's sound with its video. */
  isAudible?: boolean;
  /** Shows the video with the least delay, at a higher cost: for one picture, not for many. */
  isPrompt?: boolean;
  /** Called for each frame of video that the browser says it shows. */
  onFrame?: (frame: SeenFrame) => void;
  /** What lies over the picture. */
  children?: ComponentChildren;
}

/**
 * The picture of a stream: its live video while it can be seen and one of the page's live places is free,
 * otherwise a still every few seconds, and why. A picture that is old is grey and says its time. Out of sight
 * it costs nothing.
 */
export function StreamPicture(props: StreamPictureProps) {
  const { stream, isAnnotated, isSmall, isUrgent, isAudible, isPrompt, children } = props;
  const frame = useRef<HTMLDivElement>(null);
  const stillCanvas = useRef<HTMLCanvasElement>(null);
  const isSeen = useVisible(frame);
  const hasVideo = stream.state === "watching" || stream.state === "degraded";
  const [unplayable, setUnplayable] = useState("");
  const [isBarred, setBarred] = useState(false);
  const [isCrowded, setCrowded] = useCrowded();
  const isVideo = canPlayLive && !isAnnotated && unplayable === "";
  const kind = isVideo || !isBarred ? "socket" : "answer";
  const isLive = useLiveSlot(isSeen && hasVideo && !isCrowded, { kind, isUrgent });
  const age = usePictureAge(isLive ? maxAgeMs.live : maxAgeMs.still);
  const { cameras } = words.value;
  // A browser does not say when it shows the next picture of one endless answer.
  const isUntimed = isLive && kind === "answer";
  return (
    <>
      <div
        class="screen"
        ref={frame}
        style={{ aspectRatio: aspectRatioOf(stream) }}
        data-old={age.shownAtSec !== undefined && !isUntimed && !(hasVideo && age.isFresh)}
      >
        <canvas ref={stillCanvas} class="kept" aria-hidden="true" />
        {hasVideo && isSeen && (
          <Medium
            {...{ isVideo, isLive, isBarred }}
            id={stream.stream_id}
            name={say(cameras.pictureOf, { name: nameOf(stream.stream_id) })}
            track={isSmall && stream.source.sub_url !== undefined ? "sub" : undefined}
            isSmall={isSmall === true}
            isAudible={isAudible === true}
            isPrompt={isPrompt === true}
            onPicture={age.onPicture}
            onFrame={props.onFrame}
            onGone={(source) => keepPicture(stillCanvas.current, source)}
            onUnplayable={setUnplayable}
            onCrowded={setCrowded}
            onBarred={() => setBarred(true)}
          />
        )}
        <PictureState state={stream.state} {...{ isLive, isCrowded, isUntimed, age }} />
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

function aspectRatioOf({ width, height }: StreamPictureProps["stream"]): string {
  return width && height ? `${width} / ${height}` : "16 / 9";
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
