import type { Clock } from "../../base/core/clock.ts";
import type { FoxgloveServing, LiveFeed, LiveSocket } from "../../robots/foxglove/live-port.ts";
import { FoxgloveSession } from "./foxglove-session.ts";

/** Serves the Foxglove WebSocket protocol, one session for each client. */
export class FoxgloveServer implements FoxgloveServing {
  readonly #clock: Clock;
  /** Messages that slow clients did not get. */
  dropped = 0;
  /** Open connections. */
  clients = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  serve(socket: LiveSocket, feed: LiveFeed): void {
    this.clients += 1;
    socket.once("close", () => (this.clients -= 1));
    const onDrop = (): void => void (this.dropped += 1);
    new FoxgloveSession({ socket, feed, clock: this.#clock, onDrop }).begin();
  }
}
