import { useEffect, useRef, useState } from "preact/hooks";
import type { TimelineStream } from "../../../../../client/source/generated.ts";
import { streamAddress } from "../../../api/box.ts";
import { nameOf } from "../../../cameras/camera-name.ts";
import { say, time } from "../../../words/say.ts";
import { words } from "../../../words/words.ts";
import { useReleasedVideo } from "../../../video/release-video.ts";
import type { Playback } from "./playback.ts";

/** Recorded time that one request plays, in seconds of the camera. */
const chunkSec = 300;
/** A video this far from the playhead is set to it. */
const driftSec = 0.4;
const checkMs = 250;
/** A video that the box refused, or that broke off, is asked for again after this. */
const retryMs = 2000;
/** Seeks that follow each other this quickly load once. */
const settleMs = 60;
/** Shortest recording that is played: less has no picture. */
const leastSec = 0.2;

/** What a video element plays: a part of a recording, by wall time. */
interface Chunk {
  from: number;
  to: number;
}

/** One camera at the playhead: its recording, or a sentence where there is none. */
export function Player(props: { stream: TimelineStream; playback: Playback }) {
  const { stream, playback } = props;
  const { stream_id: id } = stream;
  const video = useRef<HTMLVideoElement>(null);
  const chunk = useRef<Chunk | undefined>(undefined);
  const [source, setSource] = useState("");
  const [attempt, setAttempt] = useState(0);
  useReleasedVideo(video, `${source} ${attempt}`);
  const recordings = useRef(stream.recordings);
  recordings.current = stream.recordings;
  const load = (at: number): void => {
    const span = recordings.current.find(
      ({ from, to }) => from - leastSec <= at && to > at + leastSec,
    );
    if (!span) {
      chunk.current = undefined;
      setSource("");
      return;
    }
    chunk.current = { from: at, to: Math.min(span.to, at + chunkSec) };
    setSource(
      streamAddress(id, `clip.mp4?from=${at.toFixed(3)}&to=${chunk.current.to.toFixed(3)}`),
    );
  };
  const isRecorded = stream.recordings.some(
    ({ from, to }) => from <= playback.at && to > playback.at,
  );
  const isMissing = isRecorded && chunk.current === undefined;
  const lastSeek = useRef(-1);
  useEffect(() => {
    if (lastSeek.current === playback.seekNo && !isMissing) return;
    lastSeek.current = playback.seekNo;
    const timer = setTimeout(() => load(playback.now()), settleMs);
    return () => clearTimeout(timer);
  }, [playback.seekNo, isMissing]);
  useEffect(() => {
    const timer = setInterval(() => {
      const element = video.current;
      const part = chunk.current;
      if (!element || !part) return;
      if (playback.now() >= part.to) load(playback.now());
      else follow(element, part, playback);
    }, checkMs);
    return () => clearInterval(timer);
  }, [playback.isPlaying, playback.speed, playback.seekNo]);
  const { timeline } = words.value;
  return (
    <figure class="timeline-player">
      <div class="screen" data-player={id}>
        {source === "" ? (
          <p class="veil">{timeline.nothing}</p>
        ) : (
          <video
            key={`${source} ${attempt}`}
            ref={video}
            muted
            playsInline
            preload="auto"
            poster={streamAddress(id, `preview.jpg?at=${(chunk.current?.from ?? 0).toFixed(3)}`)}
            src={source}
            aria-label={say(timeline.oneFile, { name: id })}
            onError={() => setTimeout(() => setAttempt((before) => before + 1), retryMs)}
            onLoadedMetadata={(event) => {
              const part = chunk.current;
              if (part) follow(event.currentTarget, part, playback);
            }}
          />
        )}
      </div>
      <figcaption>
        {nameOf(id)} · {time(playback.at)}
      </figcaption>
    </figure>
  );
}

/** Sets the video to the playhead. It begins at the key frame before its part: its length says when that was. */
function follow(video: HTMLVideoElement, part: Chunk, playback: Playback): void {
  const { duration, currentTime, paused } = video;
  if (!Number.isFinite(duration)) return;
  const start = Math.min(part.from, part.to - duration);
  const wantedSec = Math.min(Math.max(0, playback.now() - start), duration);
  if (Math.abs(currentTime - wantedSec) > driftSec * Math.max(1, playback.speed)) {
    video.currentTime = wantedSec;
  }
  if (video.playbackRate !== playback.speed) video.playbackRate = playback.speed;
  if (playback.isPlaying && paused) video.play().catch(() => {});
  else if (!playback.isPlaying && !paused) video.pause();
}
