import type { Clock } from "../../base/core/clock.ts";
import type { Part } from "../../base/core/parts.ts";
import type { StoreReader } from "../../base/core/store.ts";
import { fail } from "../../base/contract/fail.ts";
import type { SoundLack } from "../../cameras/sound/sound-format.ts";
import { isNetworkCamera, type SourceProblem, type SourceSpec } from "../../cameras/source.ts";
import type { Loudspeaker, Loudspeakers, TalkLine } from "../../cameras/talk/talk-port.ts";
import type { StreamTalk } from "../core/stream-talk.ts";
import { getStream } from "../settings/stream-record.ts";
import type { RunningStreams } from "../streams/running-streams.ts";
import type { StreamRunner } from "../streams/stream-runner.ts";
import { type TalkListener, TalkSession } from "./talk-session.ts";
import { talkLimits, type TalkRateHz } from "./talk-terms.ts";

/** The parts of the service. */
export interface TalkServiceParts {
  loudspeakers: Loudspeakers;
  running: RunningStreams;
  store: StoreReader;
  clock: Clock;
}

/** Who talks to which camera. */
export interface TalkRequest {
  org: string;
  /** Name of the person or the key that talks. */
  talker: string;
  streamId: string;
  rateHz: TalkRateHz;
  listener: TalkListener;
  /** Aborts when the client disconnects. */
  signal: AbortSignal;
}

interface Lease {
  org: string;
  talker: string;
  session?: TalkSession;
  /** Set while the camera is being released. */
  released?: Promise<void>;
}

/** The longest time for an answer about a loudspeaker, in milliseconds. */
const describeMs = 10_000;

/**
 * Talks to the cameras of running streams, with one talker per camera. The box asks a camera for its loudspeaker when
 * somebody needs to know it; the running stream keeps the answer until its source changes.
 */
export class TalkService implements Part {
  readonly #parts: TalkServiceParts;
  /** By the address of the source; two streams may share a camera. */
  readonly #leases = new Map<string, Lease>();
  readonly #asking = new Map<string, Promise<Loudspeaker | SourceProblem>>();
  readonly #closing = new AbortController();

  constructor(parts: TalkServiceParts) {
    this.#parts = parts;
  }

  /** Ends every talk. */
  async stop(): Promise<void> {
    this.#closing.abort();
    const sessions = [...this.#leases.values()].flatMap(({ session }) => session ?? []);
    for (const session of sessions) session.end("shutting_down", "The box is stopping");
    await Promise.all(sessions.map((session) => session.leave()));
  }

  /** True for a stream of the organisation. */
  has(org: string, streamId: string): boolean {
    return getStream(this.#parts.store, org, streamId) !== undefined;
  }

  /**
   * Asks the camera for its loudspeaker. Undefined for an unknown stream; `talk_failed` if the camera cannot be asked,
   * `stream_not_ready` if the stream does not run.
   */
  async describe(org: string, streamId: string): Promise<StreamTalk | undefined> {
    const runner = this.#runner(org, streamId);
    if (!runner) return undefined;
    const { talk, task } = runner;
    // Some cameras refuse a second session while somebody talks.
    if (talk.talker === null) note(runner, accepted(await this.#ask(task.source)));
    return talk;
  }

  /** All who ask at the same time share one connection to the camera. */
  async #ask(source: SourceSpec): Promise<Loudspeaker | SourceProblem> {
    const known = this.#asking.get(source.url);
    if (known) return await known;
    const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(describeMs)]);
    const asking = this.#parts.loudspeakers
      .describe(source, signal)
      .finally(() => this.#asking.delete(source.url));
    this.#asking.set(source.url, asking);
    return await asking;
  }

  /**
   * Opens the camera's loudspeaker for the caller. Undefined for an unknown stream; `lease_held` while another one
   * talks, `no_loudspeaker`, `talk_failed`, `stream_not_ready`.
   */
  async open(request: TalkRequest): Promise<{ line: TalkLine; session: TalkSession } | undefined> {
    const runner = this.#runner(request.org, request.streamId);
    if (!runner) return undefined;
    const { source } = runner.task;
    const lease = await this.#take(source, request);
    try {
      const line = await this.#dial(runner, request, lease);
      return { line, session: this.#begin(runner, request, { lease, line }) };
    } catch (error) {
      this.#leases.delete(source.url);
      throw error;
    }
  }

  /** Takes the camera for the caller; the one who has just talked may talk again as soon as the camera is released. */
  async #take({ url }: SourceSpec, { org, talker }: TalkRequest): Promise<Lease> {
    for (;;) {
      const held = this.#leases.get(url);
      if (!held) break;
      if (!held.released) throw isHeld(held, org);
      await held.released;
    }
    const lease: Lease = { org, talker };
    this.#leases.set(url, lease);
    return lease;
  }

  async #dial(runner: StreamRunner, { streamId, signal }: TalkRequest, lease: Lease) {
    const line = await this.#parts.loudspeakers.open(runner.task.source, {
      onEnd: (problem) => lease.session?.end("talk_failed", problem.message),
      signal: AbortSignal.any([this.#closing.signal, signal]),
    });
    const opened = accepted(line);
    note(runner, opened);
    if ("lack" in opened) throw noLoudspeaker(streamId, opened.lack);
    return opened;
  }

  #begin(
    runner: StreamRunner,
    { rateHz, listener, talker }: TalkRequest,
    { lease, line }: { lease: Lease; line: TalkLine },
  ): TalkSession {
    const { url } = runner.task.source;
    const session = new TalkSession({
      clock: this.#parts.clock,
      line,
      rateHz,
      listener,
      onLeave: (released) => {
        runner.talk.talker = null;
        lease.released = released.then(() => void this.#leases.delete(url));
      },
    });
    lease.session = session;
    runner.talk.talker = talker;
    void runner.stopped.then(() => session.end("stream_ended", "The stream has ended"));
    session.start();
    return session;
  }

  #runner(org: string, streamId: string): StreamRunner | undefined {
    const runner = this.#parts.running.get(org, streamId);
    if (!runner) {
      if (!getStream(this.#parts.store, org, streamId)) return undefined;
      throw fail("stream_not_ready", "stream: is not running. Start it first");
    }
    if (isNetworkCamera(runner.task.source)) return runner;
    throw fail("no_loudspeaker", "stream: is no camera with a loudspeaker. Use a camera");
  }
}

function note({ talk }: StreamRunner, found: Loudspeaker): void {
  talk.state = "lack" in found ? found.lack : "offered";
  talk.codec = "lack" in found ? null : found.codec;
}

function isHeld({ org, talker }: Lease, askingOrg: string) {
  const who = org === askingOrg ? talker : "somebody of another organisation";
  return fail("lease_held", `camera: ${who} talks to it. Wait until the talk ends`, {
    retryAfterSec: talkLimits.silenceMs / 1000,
  });
}

function noLoudspeaker(streamId: string, lack: SoundLack) {
  const message =
    lack === "absent"
      ? `camera: that of the stream ${streamId} offers no loudspeaker (ONVIF back channel). Check its audio output`
      : `camera: that of the stream ${streamId} takes no G.711 sound. Set its audio output to G.711`;
  return fail("no_loudspeaker", message);
}

function accepted<T extends object>(answer: T | SourceProblem): T {
  if (!isProblem(answer)) return answer;
  throw fail("talk_failed", answer.message, {
    details: [{ path: "", rule: answer.code, message: answer.message }],
  });
}

function isProblem(answer: object): answer is SourceProblem {
  return "code" in answer && "message" in answer;
}
