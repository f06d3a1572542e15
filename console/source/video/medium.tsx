import { useEffect, useRef, useState } from "preact/hooks";
import { noteSignOfLife } from "../api/connection.ts";
import { streamAddress } from "../api/box.ts";
import { LivePlayer, watchFrames } from "./live-player.ts";
import type { SeenFrame } from "./seen-frame.ts";
import { PicturePlayer } from "./picture-player.ts";
import { canPlayWebrtc, WebrtcPlayer } from "./webrtc-player.ts";

/** A still is read again after this time. */
export const stillEveryMs = 2500;
/** A live view reopens after this time, before the box ends it at an hour. */
const renewMs = 30 * 60_000;

/** What shows a stream: its video, its pictures, or stills. */
export interface MediumProps {
  id: string;
  /** For screen readers. */
  name: string;
  isVideo: boolean;
  isLive: boolean;
  isSmall: boolean;
  /** WebSockets do not get through. */
  isBarred: boolean;
  track: "sub" | undefined;
  /** Plays the camera's sound with its video. */
  isAudible: boolean;
  /** Shows the video with the least delay where the browser and the network can. */
  isPrompt: boolean;
  /** Called for each picture that is shown. */
  onPicture: () => void;
  /** Called for each frame of video that the browser says it shows. */
  onFrame: ((frame: SeenFrame) => void) | undefined;
  /** Called with the last picture before it goes. */
  onGone: (source: HTMLVideoElement | HTMLImageElement) => void;
  onUnplayable: (reason: string) => void;
  onCrowded: () => void;
  onBarred: () => void;
}

/** The moving or still picture itself. */
export function Medium(props: MediumProps) {
  if (!props.isLive) return <Still {...props} />;
  return props.isVideo ? <LiveVideo {...props} /> : <LivePictures {...props} />;
}

function LiveVideo(props: MediumProps) {
  const { id, track, isAudible, onPicture, onGone, onUnplayable, onCrowded } = props;
  const element = useRef<HTMLVideoElement>(null);
  const frames = useRef(props.onFrame);
  frames.current = props.onFrame;
  const wantsFrames = props.onFrame !== undefined;
  const round = useRenewed();
  const [hasFailed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(1);
  // WebRTC brings no sound.
  const [canTry] = useState(canPlayWebrtc);
  const isByWebrtc = props.isPrompt && canTry && !isAudible && !hasFailed;
  useEffect(() => {
    const video = element.current!;
    if (isByWebrtc) {
      const address = `${streamAddress(id, "whep")}${track === undefined ? "" : `?track=${track}`}`;
      const onFailed = (hasWorked: boolean): void => {
        if (hasWorked) setAttempt((before) => before + 1);
        else setFailed(true);
      };
      const onShown = (frame: SeenFrame | undefined): void => {
        onPicture();
        if (frame) frames.current?.(frame);
      };
      const prompt = new WebrtcPlayer(video, address, { onPicture: onShown, onFailed });
      return () => {
        onGone(video);
        prompt.close();
      };
    }
    const query = new URLSearchParams({
      ...(track === undefined ? {} : { track }),
      // A muted player would need the sound too before it shows a picture.
      ...(isAudible ? { audio: "true" } : {}),
    });
    const address = `${streamAddress(id, "live-video.mp4")}${query.size === 0 ? "" : `?${query}`}`;
    const player = new LivePlayer(video, address, { onUnplayable, onCrowded });
    // Each frame that the browser tells of wakes the page's script.
    const stopWatching = wantsFrames
      ? watchFrames(video, (frame) => frames.current?.(frame))
      : () => undefined;
    return () => {
      stopWatching();
      onGone(video);
      player.close();
    };
  }, [id, track, isAudible, isByWebrtc, wantsFrames, round, attempt]);
  return (
    <video
      ref={element}
      muted={!isAudible}
      playsInline
      disableRemotePlayback
      aria-label={props.name}
      // Time goes on only while newer frames are there; by WebRTC the player says when it shows a frame.
      onTimeUpdate={({ currentTarget: video }) => {
        if (isByWebrtc) return;
        if (video.readyState >= video.HAVE_CURRENT_DATA && !video.seeking) onPicture();
      }}
    />
  );
}

/** Pictures with what is detected, one after the other: as messages, or in one answer that the browser shows by itself. */
function LivePictures(props: MediumProps) {
  const { id, isSmall, isBarred, onPicture, onGone, onCrowded, onBarred } = props;
  const element = useRef<HTMLImageElement>(null);
  const round = useRenewed();
  useEffect(() => {
    const image = element.current!;
    const address = `${streamAddress(id, "live.mjpeg")}?width=${isSmall ? 640 : 960}&fps=5`;
    if (!isBarred) {
      const player = new PicturePlayer(image, address, { onPicture, onCrowded, onBarred });
      return () => {
        onGone(image);
        player.close();
      };
    }
    image.src = address;
    // Without this the browser keeps the connection of an image that is gone.
    return () => image.removeAttribute("src");
  }, [id, isSmall, isBarred, round]);
  return <img ref={element} class="pictures" alt={props.name} />;
}

function Still({ id, name, onPicture, onGone }: MediumProps) {
  const element = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const image = element.current!;
    const gone = new AbortController();
    let url: string | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const load = async (): Promise<void> => {
      try {
        const address = `${streamAddress(id, "snapshot.jpg")}?width=640`;
        const response = await fetch(address, { signal: gone.signal });
        noteSignOfLife();
        if (response.ok) {
          const next = URL.createObjectURL(await response.blob());
          image.src = next;
          if (url !== undefined) URL.revokeObjectURL(url);
          url = next;
          await image.decode();
          onPicture();
        }
      } catch {
        // The next one tries again; the picture's age says that it is old.
      }
      if (!gone.signal.aborted) timer = setTimeout(() => void load(), stillEveryMs);
    };
    void load();
    return () => {
      onGone(image);
      gone.abort();
      clearTimeout(timer);
      if (url !== undefined) URL.revokeObjectURL(url);
    };
  }, [id]);
  return <img ref={element} alt={name} />;
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
