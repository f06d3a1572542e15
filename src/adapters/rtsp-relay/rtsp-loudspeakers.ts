import type { SoundLack } from "../../cameras/sound/sound-format.ts";
import type { SourceProblem, SourceSpec } from "../../cameras/source.ts";
import type { Loudspeaker, Loudspeakers, TalkLine } from "../../cameras/talk/talk-port.ts";
import { CameraConnection, type CameraRequest } from "./camera-connection.ts";
import { cameraAddress, dial, type DialOptions } from "./dial.ts";
import { isProblem } from "./is-problem.ts";
import { problemOfStatus, relayProblems } from "./relay-problems.ts";
import { header, type RtspMessage, statusOf } from "./rtsp-message.ts";
import { resolveControl } from "./sdp.ts";
import { RtspTalkLine } from "./rtsp-talk-line.ts";
import { type LoudspeakerTrack, pickLoudspeaker } from "./talk-sdp.ts";

/** Configuration of connections to loudspeakers. */
export interface LoudspeakerOptions extends DialOptions {
  /** The longest time that a camera may take for each answer; default 8 s. */
  answerTimeoutMs?: number;
  /** Pause between signs of life during a talk; default 5 s. */
  keepAliveMs?: number;
}

/** Makes a camera describe its back channel, or refuse with 551 (ONVIF Streaming Specification 5.3.1). */
const requirement = ["Require", "www.onvif.org/ver20/backchannel"] as const;
const optionNotSupported = 551;
const defaultKeepAliveMs = 5000;
/** Seconds after which a camera forgets a session without a sign of life, unless it says otherwise (RFC 2326 12.37). */
const defaultSessionSec = 60;

/** Speaks to cameras over RTSP connections of their own, so that a refusal never disturbs the video. */
export class RtspLoudspeakers implements Loudspeakers {
  readonly #options: LoudspeakerOptions;

  constructor(options: LoudspeakerOptions = {}) {
    this.#options = options;
  }

  async describe(source: SourceSpec, signal: AbortSignal): Promise<Loudspeaker | SourceProblem> {
    const call = await this.#call(source, { onEnd() {}, signal });
    if (isProblem(call)) return call;
    const track = await call.describe();
    call.end();
    return isProblem(track) || "lack" in track ? track : { codec: track.codec };
  }

  async open(
    source: SourceSpec,
    options: { onEnd: (problem: SourceProblem) => void; signal: AbortSignal },
  ): Promise<TalkLine | { lack: SoundLack } | SourceProblem> {
    const call = await this.#call(source, options);
    if (isProblem(call)) return call;
    const line = await call.open(this.#options.keepAliveMs ?? defaultKeepAliveMs);
    if (line instanceof RtspTalkLine) call.unfollow();
    else call.end();
    return line;
  }

  async #call(
    source: SourceSpec,
    { onEnd, signal }: { onEnd: (problem: SourceProblem) => void; signal: AbortSignal },
  ): Promise<Call | SourceProblem> {
    const address = cameraAddress(source);
    if (address === undefined) return relayProblems.badUrl();
    const socket = await dial(address, this.#options, signal);
    if (isProblem(socket)) return socket;
    socket.setNoDelay(true);
    const { username = "", password = "" } = source;
    const credentials = username === "" && password === "" ? undefined : { username, password };
    const { at, requestUrl } = address;
    const { answerTimeoutMs } = this.#options;
    const call: Call = new Call(
      new CameraConnection(
        socket,
        { at, credentials, answerTimeoutMs },
        { onData() {}, onEnd: (problem) => call.line?.lose(problem, onEnd) },
      ),
      { url: requestUrl, signal },
    );
    call.start();
    return call;
  }
}

/** One connection: from the description to the open line. */
class Call {
  line: RtspTalkLine | undefined;
  readonly #camera: CameraConnection;
  readonly #url: string;
  readonly #signal: AbortSignal;
  readonly #onAbort = (): void => this.end();

  constructor(camera: CameraConnection, { url, signal }: { url: string; signal: AbortSignal }) {
    this.#camera = camera;
    this.#url = url;
    this.#signal = signal;
  }

  start(): void {
    this.#camera.start();
    if (this.#signal.aborted) this.end();
    else this.#signal.addEventListener("abort", this.#onAbort, { once: true });
  }

  /** The signal bounds the opening only. */
  unfollow(): void {
    this.#signal.removeEventListener("abort", this.#onAbort);
  }

  end(): void {
    this.#camera.end(relayProblems.lost(this.#camera.at));
  }

  async describe(): Promise<
    (LoudspeakerTrack & { base: string }) | { lack: SoundLack } | SourceProblem
  > {
    const answer = await this.#ask({
      method: "DESCRIBE",
      uri: this.#url,
      headers: [["Accept", "application/sdp"], requirement],
    });
    if (isProblem(answer) || "lack" in answer) return answer;
    const track = pickLoudspeaker(answer.body.toString("utf8"));
    if ("lack" in track) return track;
    const base = header(answer, "content-base") || header(answer, "content-location") || this.#url;
    return { ...track, base };
  }

  async open(keepAliveMs: number): Promise<RtspTalkLine | { lack: SoundLack } | SourceProblem> {
    const track = await this.describe();
    if (isProblem(track) || "lack" in track) return track;
    const { base, codec, payloadType } = track;
    const setUp = await this.#ask({
      method: "SETUP",
      uri: resolveControl(base, track.control),
      headers: [["Transport", "RTP/AVP/TCP;unicast;interleaved=0-1"], requirement],
    });
    if (isProblem(setUp) || "lack" in setUp) return setUp;
    const channel = /interleaved=(\d{1,3})/i.exec(header(setUp, "transport") ?? "")?.[1];
    if (channel === undefined || Number(channel) > 255) return relayProblems.noTcp(this.#camera.at);
    const [session = "", ...parameters] = (header(setUp, "session") ?? "").split(";");
    const uri = resolveControl(base, "*");
    const play = await this.#ask({
      method: "PLAY",
      uri,
      headers: [["Session", session], requirement],
    });
    if (isProblem(play) || "lack" in play) return play;
    this.line = new RtspTalkLine({
      camera: this.#camera,
      codec,
      payloadType,
      channel: Number(channel),
      uri,
      session,
      keepAliveMs: Math.min(keepAliveMs, sessionSecOf(parameters) * 500),
    });
    this.line.start();
    return this.line;
  }

  /** Sends a request; a camera that does not know the back channel lacks a loudspeaker. */
  async #ask(request: CameraRequest): Promise<RtspMessage | { lack: SoundLack } | SourceProblem> {
    const answer = await this.#camera.request({ ...request, lenient: true });
    if (isProblem(answer)) return answer;
    const status = statusOf(answer) ?? 500;
    if (status < 300) return answer;
    if (status === optionNotSupported) return { lack: "absent" };
    return problemOfStatus(status, this.#camera.at);
  }
}

function sessionSecOf(parameters: readonly string[]): number {
  const timeout = parameters.find((each) => /^\s*timeout=\d{1,6}\s*$/i.test(each));
  return Math.max(1, Number(timeout?.split("=")[1] ?? defaultSessionSec));
}
