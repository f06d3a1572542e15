import type { SeenFrame } from "./seen-frame.ts";
import { csrf } from "../api/box.ts";
import { noteSignOfLife } from "../api/connection.ts";

/** The first picture comes within this time, or WebRTC does not get through. */
const firstPictureMs = 2000;
/** Where it did not get through, the page does not try it again for so long: each try delays the picture. */
const barredMs = 60_000;
/** Without a new picture for this long the player gives up: cameras send several a second. */
const silentMs = 4000;
const checkMs = 500;
/** A video that was seen for longer than this gets through, so it is worth another try. */
const workedMs = 3000;
/** The connection stays for at most so long after the end, so that the box can answer. */
const endMs = 1000;

/** True when this browser plays WebRTC and says when it shows a frame. */
const hasWebrtc =
  "RTCPeerConnection" in window && "requestVideoFrameCallback" in HTMLVideoElement.prototype;
let barredUntilMs = 0;

/** True where this browser plays WebRTC, and nothing has shown that it does not get through. */
export function canPlayWebrtc(): boolean {
  return hasWebrtc && performance.now() > barredUntilMs;
}

/** What a player reports. */
export interface WebrtcReports {
  /** A frame is on the screen; the browser may not say which one. */
  onPicture: (frame: SeenFrame | undefined) => void;
  /** The video does not come, or comes no longer; the player is over then. `hasWorked`: it was seen for a while. */
  onFailed: (hasWorked: boolean) => void;
}

/** Plays a camera's own video with the least delay: by WebRTC, from the address of its `whep`, until it is closed. */
export class WebrtcPlayer {
  readonly #video: HTMLVideoElement;
  readonly #reports: WebrtcReports;
  readonly #connection = new RTCPeerConnection();
  readonly #stop = new AbortController();
  readonly #timer: ReturnType<typeof setInterval>;
  #session: string | null = null;
  #aliveUntilMs = performance.now() + firstPictureMs;
  #firstMs: number | null = null;
  #lastMs = 0;

  constructor(video: HTMLVideoElement, address: string, reports: WebrtcReports) {
    this.#video = video;
    this.#reports = reports;
    this.#timer = setInterval(() => this.#check(), checkMs);
    this.#connection.addEventListener("track", ({ track }) => this.#show(track));
    this.#open(address).catch(() => this.#fail());
  }

  /** Lets go of the connection and of the picture. Idempotent. */
  close(): void {
    if (this.#stop.signal.aborted) return;
    this.#stop.abort();
    clearInterval(this.#timer);
    this.#video.srcObject = null;
    this.#end();
  }

  async #open(address: string): Promise<void> {
    const connection = this.#connection;
    const { receiver } = connection.addTransceiver("video", { direction: "recvonly" });
    if ("jitterBufferTarget" in receiver) receiver.jitterBufferTarget = 0;
    await connection.setLocalDescription();
    const response = await fetch(address, {
      method: "POST",
      headers: { "content-type": "application/sdp", "x-csrf-token": csrf() },
      body: connection.localDescription!.sdp,
    });
    noteSignOfLife();
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    this.#session = response.headers.get("location");
    const sdp = await response.text();
    if (this.#stop.signal.aborted) this.#end();
    else await connection.setRemoteDescription({ type: "answer", sdp });
  }

  #show(track: MediaStreamTrack): void {
    const video = this.#video;
    video.srcObject = new MediaStream([track]);
    // The browser refuses only while the page is hidden.
    video.play().catch(() => {});
    const onFrame = (_: number, { rtpTimestamp }: VideoFrameCallbackMetadata): void => {
      if (this.#stop.signal.aborted) return;
      this.#lastMs = performance.now();
      this.#firstMs ??= this.#lastMs;
      this.#aliveUntilMs = this.#lastMs + silentMs;
      this.#reports.onPicture(this.#frameOf(rtpTimestamp));
      video.requestVideoFrameCallback(onFrame);
    };
    video.requestVideoFrameCallback(onFrame);
  }

  #frameOf(rtpTime: number | undefined): SeenFrame | undefined {
    const id = this.#session?.split("/").at(-1);
    return id === undefined || rtpTime === undefined
      ? undefined
      : { session_id: id, rtp_timestamp: rtpTime };
  }

  #check(): void {
    // A hidden page shows no frames.
    if (document.hidden) this.#aliveUntilMs = performance.now() + silentMs;
    const { connectionState: state } = this.#connection;
    if (state !== "failed" && performance.now() <= this.#aliveUntilMs) return;
    if (this.#firstMs === null) barredUntilMs = performance.now() + barredMs;
    this.#fail();
  }

  #fail(): void {
    if (this.#stop.signal.aborted) return;
    this.close();
    this.#reports.onFailed(this.#firstMs !== null && this.#lastMs - this.#firstMs > workedMs);
  }

  /** Ends the session on the box, which would otherwise wait for the viewer's silence, and then the connection. */
  #end(): void {
    const session = this.#session;
    this.#session = null;
    // The box ends a session when its connection ends; the request would come too late for it.
    const close = (): void => this.#connection.close();
    if (session === null) return close();
    const signal = AbortSignal.timeout(endMs);
    const request = { method: "DELETE", headers: { "x-csrf-token": csrf() }, keepalive: true };
    void fetch(session, { ...request, signal })
      .catch(() => {})
      .finally(close);
  }
}
