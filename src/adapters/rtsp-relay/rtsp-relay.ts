import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, createServer, isIP, type Server, type Socket } from "node:net";
import { CameraConnection } from "./camera-connection.ts";
import { type CameraAddress, cameraAddress, dial, type DialOptions } from "./dial.ts";
import { isProblem } from "./is-problem.ts";
import { LocalReader } from "./local-reader.ts";
import { relayProblems } from "./relay-problems.ts";
import { header } from "./rtsp-message.ts";
import { EarlyReports } from "./early-reports.ts";
import { type ReplayRequest, ReplaySession } from "./replay-session.ts";
import type { ReplayTimes } from "./replay-times.ts";
import { RelaySound } from "./relay-sound.ts";
import { SenderReports } from "./sender-reports.ts";
import { pickMetadata } from "./metadata/metadata-sdp.ts";
import { RelayMetadata } from "./metadata/relay-metadata.ts";
import { pickSound } from "./sound-sdp.ts";
import { pickVideo, resolveControl, type VideoTrack } from "./sdp.ts";
import type { CameraMetadata, ReadMetadata } from "../../cameras/metadata/camera-metadata.ts";
import type { RelaySession, SourceRelay } from "../../cameras/relay-port.ts";
import type { SoundLack, SoundPacket } from "../../cameras/sound/sound-format.ts";
import type { SourceProblem, SourceSpec } from "../../cameras/source.ts";
import { timeLimit } from "../../base/concurrency/time-limit.ts";

/** Configuration of the relay: how cameras may be reached. */
export interface RtspRelayOptions extends DialOptions {
  /** The longest time that a camera may take for each answer; default 8 s. */
  answerTimeoutMs?: number;
  /** Plays a recording in the camera instead of its live video; `onTimes` receives the times before the first frame. */
  replay?: ReplayRequest & { onTimes(times: ReplayTimes): void };
  /** Receives the wall time of the camera's RTCP sender reports. */
  onCameraClock?: (unixMs: number) => void;
  /** Reads the documents of cameras' metadata tracks; without it no such track is set up. */
  readMetadata?: ReadMetadata;
}

/**
 * The only way to a camera. `open` dials the one checked address, signs in, reads the description
 * and keeps of it one video track; then it waits on loopback for one reader that knows the token.
 * The reader never learns the camera's address or password, and a redirect ends the session.
 */
export class RtspRelay implements SourceRelay {
  readonly #options: RtspRelayOptions;
  /** The addresses that names had at their last connection. */
  readonly #known = new Map<string, string>();

  constructor(options: RtspRelayOptions = {}) {
    this.#options = options;
  }

  async open(source: SourceSpec, signal: AbortSignal): Promise<RelaySession | SourceProblem> {
    const address = cameraAddress(source);
    if (address === undefined) return relayProblems.badUrl();
    const socket = await dial(address, this.#options, signal);
    if (isProblem(socket)) return socket;
    this.#remember(address.host, socket.remoteAddress);
    const session = new Session(socket, { address, source, options: this.#options });
    const stop = (): void => session.close();
    signal.addEventListener("abort", stop, { once: true });
    if (signal.aborted) stop();
    const problem = await session.prepare();
    signal.removeEventListener("abort", stop);
    return problem ?? session;
  }

  async answers(source: SourceSpec, signal: AbortSignal): Promise<boolean> {
    const address = cameraAddress(source);
    const ip = address && (isIP(address.host) === 0 ? this.#known.get(address.host) : address.host);
    if (address === undefined || ip === undefined) return false;
    const late = timeLimit(answersWithinMs, signal);
    const socket = await dial(address, { ...this.#options, ip }, late);
    if (isProblem(socket)) return false;
    const camera = new CameraConnection(
      socket,
      { at: address.at, credentials: undefined, answerTimeoutMs: answersWithinMs },
      { onData() {}, onEnd() {} },
    );
    camera.start();
    const end = (): void => camera.end(relayProblems.lost(address.at));
    late.addEventListener("abort", end, { once: true });
    const answer = await camera.request({ method: "OPTIONS", uri: address.requestUrl });
    late.removeEventListener("abort", end);
    end();
    return !isProblem(answer) || !absences.has(answer.code);
  }

  #remember(host: string, ip: string | undefined): void {
    if (ip === undefined || isIP(host) !== 0) return;
    if (this.#known.size >= maxKnown) this.#known.clear();
    this.#known.set(host, ip);
  }
}

/** The answers of an absent camera, a starting one or another service; any refusal is a camera's. */
const absences: ReadonlySet<string> = new Set(["stream_unreachable", "stream_broken"]);
/** The longest time that a camera may take to show that it is there. */
const answersWithinMs = 1000;
/** Names stored with their address; far more than a box has cameras. */
const maxKnown = 1000;

/** The camera's description of the one video track that is relayed, and of the other tracks that the source wants. */
interface TrackDescription {
  track: VideoTrack;
  trackUri: string;
  sessionUri: string;
  /** Methods that the camera supports, as it lists them. */
  methods: string;
  sound: RelaySound | { lack: SoundLack } | undefined;
  metadata: RelayMetadata | undefined;
}

class Session implements RelaySession {
  readonly #address: CameraAddress;
  readonly #source: SourceSpec;
  readonly #readMetadata: ReadMetadata | undefined;
  readonly #camera: CameraConnection;
  readonly #token = randomBytes(18).toString("base64url");
  readonly #server: Server = createServer((socket) => this.#onConnection(socket));
  readonly #guests = new Set<Socket>();
  readonly #early = new EarlyReports();
  #port = 0;
  #described: TrackDescription | undefined;
  readonly #replay: ReplaySession | undefined;
  #reader: LocalReader | undefined;
  #problem: SourceProblem | null = null;
  #isClosed = false;

  constructor(
    socket: Socket,
    camera: { address: CameraAddress; source: SourceSpec; options: RtspRelayOptions },
  ) {
    const { address, source, options } = camera;
    this.#address = address;
    this.#source = source;
    const { onCameraClock, replay } = options;
    this.#readMetadata = options.readMetadata;
    this.#replay = replay && new ReplaySession(replay, () => this.close());
    if (this.#replay) replay?.onTimes(this.#replay.times);
    const reports = onCameraClock && new SenderReports(onCameraClock);
    const { username = "", password = "" } = source;
    const credentials = username === "" && password === "" ? undefined : { username, password };
    this.#camera = new CameraConnection(
      socket,
      { at: address.at, credentials, answerTimeoutMs: options.answerTimeoutMs },
      {
        onData: (bytes) => {
          const replayed = this.#replay?.pass(bytes, this.#camera) ?? bytes;
          const rest = this.#described?.metadata?.split(replayed) ?? replayed;
          const video = this.#sound?.split(rest) ?? rest;
          reports?.push(video);
          const passed = this.#early.pass(video);
          if (passed.length > 0 && this.#reader?.send(passed) === false) this.#camera.pause();
        },
        onEnd: (problem) => {
          // An end that this side requested proves nothing about the camera.
          if (!this.#isClosed) this.#problem = problem;
          this.close();
        },
      },
    );
  }

  get url(): string {
    return `rtsp://127.0.0.1:${this.#port}/${this.#token}`;
  }

  get codec(): string {
    return this.#described?.track.codec ?? "";
  }

  get sound(): RelaySession["sound"] {
    const sound = this.#described?.sound;
    return sound instanceof RelaySound ? sound.track : sound;
  }

  listen(listener: (packet: SoundPacket) => void): void {
    this.#sound?.listen(listener);
  }

  listenMetadata(listener: (metadata: CameraMetadata) => void): void {
    this.#described?.metadata?.listen(listener);
  }

  get #sound(): RelaySound | undefined {
    const sound = this.#described?.sound;
    return sound instanceof RelaySound ? sound : undefined;
  }

  problem(): SourceProblem | null {
    return this.#problem;
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#replay?.close();
    this.#camera.end(relayProblems.lost(this.#address.at));
    this.#server.close();
    this.#reader?.close();
    for (const guest of this.#guests) guest.destroy();
  }

  /** Signs in and reads the description, then listens; returns the problem that prevents it. */
  async prepare(): Promise<SourceProblem | undefined> {
    this.#camera.start();
    const described = await this.#describe();
    if (isProblem(described)) return described;
    this.#server.maxConnections = 4;
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    this.#port = (this.#server.address() as AddressInfo).port;
    if (this.#isClosed) {
      this.#server.close();
      return this.#camera.closeReason ?? relayProblems.lost(this.#address.at);
    }
    this.#described = described;
    return undefined;
  }

  async #describe(): Promise<TrackDescription | SourceProblem> {
    const { at, requestUrl } = this.#address;
    const options = await this.#camera.request({
      method: "OPTIONS",
      uri: requestUrl,
      lenient: true,
    });
    if (isProblem(options)) return options;
    const answer = await this.#camera.request({
      method: "DESCRIBE",
      uri: requestUrl,
      headers: [["Accept", "application/sdp"]],
    });
    if (isProblem(answer)) return answer;
    const sdp = answer.body.toString("utf8");
    const track = pickVideo(sdp);
    if ("refused" in track) {
      const problem =
        track.refused === "no_video"
          ? relayProblems.noVideo(at)
          : relayProblems.codec(at, track.codec);
      this.#camera.end(problem);
      return problem;
    }
    const base = header(answer, "content-base") || header(answer, "content-location") || requestUrl;
    return {
      track,
      trackUri: resolveControl(base, track.control),
      sessionUri: resolveControl(base, track.sessionControl ?? "*"),
      methods: header(options, "public") ?? "",
      sound: this.#source.sound ? soundOf(sdp, base) : undefined,
      metadata: this.#source.metadata && metadataOf({ sdp, base }, this.#readMetadata),
    };
  }

  /** Until someone proves to know the token, connections are guests with five seconds to do so. */
  #onConnection(socket: Socket): void {
    const described = this.#described;
    if (described === undefined || this.#reader !== undefined) {
      socket.destroy();
      return;
    }
    this.#guests.add(socket);
    socket.setTimeout(5000, () => socket.destroy());
    socket.on("close", () => this.#guests.delete(socket));
    const reader = new LocalReader(socket, {
      camera: this.#camera,
      token: this.#token,
      ...described,
      headersOf: (method) => this.#replay?.headersOf(method) ?? [],
      beforePlay: async (session) => {
        await this.#sound?.setUp(this.#camera, session);
        await described.metadata?.setUp(this.#camera, session);
      },
      onWelcome: () => {
        if (this.#reader !== undefined) return false;
        this.#reader = reader;
        socket.setTimeout(0);
        this.#guests.delete(socket);
        this.#server.close();
        for (const guest of this.#guests) guest.destroy();
        return true;
      },
      onEnd: () => {
        if (this.#reader === reader) this.close();
      },
    });
    reader.start();
  }
}

function soundOf(sdp: string, base: string): RelaySound | { lack: SoundLack } {
  const picked = pickSound(sdp);
  if ("lack" in picked) return picked;
  return new RelaySound(picked.offer, resolveControl(base, picked.control));
}

function metadataOf(
  described: { sdp: string; base: string },
  read: ReadMetadata | undefined,
): RelayMetadata | undefined {
  if (!read) return undefined;
  const offer = pickMetadata(described.sdp);
  const trackUri = resolveControl(described.base, "lack" in offer ? "" : offer.control);
  return new RelayMetadata(offer, { trackUri, read });
}
