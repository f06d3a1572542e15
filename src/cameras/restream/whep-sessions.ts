import { randomUUID } from "node:crypto";
import { fail } from "../../base/contract/fail.ts";
import type { RestreamPath } from "./restream-port.ts";
import type { OpenViewer, Viewers } from "./whep-port.ts";

/** The key that opens or names a session. */
export interface WhepCaller {
  org: string;
  keyId: string;
}

/** What a viewer sends. */
export interface WhepRequest {
  caller: WhepCaller;
  path: RestreamPath;
  /** Its session description. */
  offer: string;
  /** Address of the box at which the viewer reached it. */
  localAddress: string | undefined;
  /** Calls `end` once when the caller loses access; the returned function ends the watch. */
  followAccess(end: () => void): () => void;
}

/** One viewer's session. */
export interface WhepSession {
  /** UUID that nobody can guess. */
  id: string;
  answer: string;
}

/** The parts that the sessions are built from. */
export interface WhepSessionsParts {
  /** Undefined while the site has WebRTC off. */
  viewers: Viewers | undefined;
  /** Places for viewers, of each key and of the box; throws `too_many_streams` beyond them. */
  slots: { take(keyId: string): () => void };
}

interface OpenSession {
  caller: WhepCaller;
  streamId: string;
  offer: string;
  viewer: OpenViewer;
}

/** The open WHEP sessions: each belongs to the key that opened it, and ends when this key loses access. */
export class WhepSessions {
  readonly #parts: WhepSessionsParts;
  readonly #open = new Map<string, OpenSession>();

  constructor(parts: WhepSessionsParts) {
    this.#parts = parts;
  }

  /** Answers an offer. Throws `too_many_streams`, and as `Viewers.open`. */
  async open(request: WhepRequest): Promise<WhepSession> {
    const { caller, path, offer, localAddress, followAccess } = request;
    const { viewers, slots } = this.#parts;
    if (!viewers) throw fail("feature_disabled", "webrtc.enabled: is off. Use live-video.mp4");
    const id = randomUUID();
    const release = slots.take(caller.keyId);
    let isOver = false;
    let stopFollowing = (): void => {};
    const onEnd = (): void => {
      isOver = true;
      stopFollowing();
      this.#open.delete(id);
      release();
    };
    try {
      const viewer = await viewers.open({ org: caller.org, path, offer, localAddress, onEnd });
      if (isOver) throw fail("stream_not_ready", "stream: has just ended. Try again");
      this.#open.set(id, { caller, streamId: path.streamId, offer, viewer });
      stopFollowing = followAccess(() => viewer.close());
      return { id, answer: viewer.answer };
    } catch (error) {
      release();
      throw error;
    }
  }

  /**
   * Takes a fragment with further candidates (RFC 8840), of which the box needs none: it learns the viewer's address
   * from the viewer's packets. Throws `not_found`, and `conflict` for a fragment that restarts ICE.
   */
  trickle(named: { id: string; caller: WhepCaller; streamId: string }, fragment: string): void {
    const { offer } = this.#session(named);
    const ufrag = /^a=ice-ufrag:(.*?)\r?$/m.exec(fragment)?.[1];
    if (ufrag === undefined || offer.includes(`a=ice-ufrag:${ufrag}`)) return;
    throw fail("conflict", "ice-ufrag: differs, and the box restarts no session. Open another one");
  }

  /** Returns the frame that a packet's time names in a session of this stream; undefined for an unknown one. */
  frameOf(query: { org: string; streamId: string; sessionId: string; rtpTime: number }) {
    const session = this.#open.get(query.sessionId);
    if (session?.caller.org !== query.org || session.streamId !== query.streamId) return undefined;
    return session.viewer.frameOf(query.rtpTime);
  }

  /** Ends a session. Throws `not_found`. */
  end(named: { id: string; caller: WhepCaller; streamId: string }): void {
    this.#session(named).viewer.close();
  }

  #session(named: { id: string; caller: WhepCaller; streamId: string }): OpenSession {
    const { id, caller, streamId } = named;
    const session = this.#open.get(id);
    const isOwn = session?.caller.org === caller.org && session.caller.keyId === caller.keyId;
    if (session && isOwn && session.streamId === streamId) return session;
    throw fail("not_found", "session_id: there is no such session. Open another one");
  }
}
