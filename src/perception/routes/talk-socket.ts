import type { WebSocket } from "ws";
import type { Clock } from "../../base/core/clock.ts";
import type { TalkListener, TalkSession } from "../talk/talk-session.ts";
import { talkCloseCodes, type TalkCloseReason } from "../talk/talk-terms.ts";
import type { TalkReply } from "../wire/talk-answers.ts";

/** Drops a client that does not answer a close after this, in milliseconds. */
const closeGraceMs = 500;

/** One client that talks to one camera: its sound, and the end of both. */
export class TalkSocket implements TalkListener {
  readonly #clock: Clock;
  #socket: WebSocket | undefined;
  #end: { reason: TalkCloseReason; message: string } | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The client has connected and its talk has begun. */
  begin(socket: WebSocket, session: TalkSession, ready: TalkReply): void {
    this.#socket = socket;
    if (this.#end) return this.#close(this.#end.reason, this.#end.message);
    socket.on("message", (data: Buffer, isBinary: boolean) => {
      if (isBinary) session.hear(data);
      else session.end("invalid_message", "A message is text. Send sound as binary messages");
    });
    socket.once("close", () => void session.leave());
    this.#say(ready);
  }

  /** Why the box ended the talk; undefined while it lasts and where the client ended it. */
  get endedBy(): TalkCloseReason | undefined {
    return this.#end?.reason;
  }

  onEnd(reason: TalkCloseReason, message: string): void {
    this.#end = { reason, message };
    this.#close(reason, message);
  }

  #close(reason: TalkCloseReason, message: string): void {
    const socket = this.#socket;
    if (!socket) return;
    this.#say({ type: "ended", reason, message });
    socket.close(talkCloseCodes[reason], reason);
    const timer = this.#clock.after(closeGraceMs, () => socket.terminate());
    socket.once("close", () => timer.cancel());
  }

  /** The box sends two short messages at most, so nothing piles up. */
  #say(reply: TalkReply): void {
    this.#socket?.send(JSON.stringify(reply));
  }
}
