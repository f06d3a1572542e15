import type { SeenFrame } from "../../video/seen-frame.ts";

/** What the box says on the WebSocket (docs/robots/robots.md, "Driving by hand"). */
type Reply =
  | { type: "ready"; max_linear_mps: number; max_angular_radps: number }
  | {
      type: "ack";
      linear_mps: number;
      angular_radps: number;
      picture?: { age_ms: number | null; speed_share: number };
    }
  | { type: "rejected"; message: string }
  | { type: "stopped"; reason: string }
  | { type: "ended" };

/** Position of the joystick: shares of the greatest speeds, -1 to 1. */
export interface StickPosition {
  forward: number;
  /** Counter-clockwise. */
  turn: number;
}

/** How the session stands. */
export type TeleopState =
  | { name: "idle" }
  | { name: "opening" }
  | {
      name: "driving";
      linear: number;
      angular: number;
      refused: string | undefined;
      /** The picture by which the person drives; undefined where the box does not check it. */
      picture?: { ageMs: number | null; share: number } | undefined;
    }
  | { name: "over"; reason: string }
  /** The box did not open the session; the browser gets no reason. */
  | { name: "refused" };

/** Well within the box's deadman of 250 ms, so that one lost message moves nothing. */
const periodMs = 80;

/**
 * Drives a robot over the box's WebSocket. The position of the stick is sent twelve times a second; when that stops, for
 * whatever reason, the robot stands after the box's deadman. A page that is hidden lets go.
 */
export class TeleopLink {
  readonly #robotId: string;
  readonly #onState: (state: TeleopState) => void;
  #socket: WebSocket | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;
  #stick: StickPosition = { forward: 0, turn: 0 };
  /** The frame that the page shows now. */
  #seen: SeenFrame | undefined;
  #limits: { linear: number; angular: number } | undefined;

  constructor(robotId: string, onState: (state: TeleopState) => void) {
    this.#robotId = robotId;
    this.#onState = onState;
  }

  /** Asks the box for the robot. */
  open(): void {
    this.close();
    const path = `/api/v1/robots/${encodeURIComponent(this.#robotId)}/teleop`;
    const socket = new WebSocket(location.origin.replace(/^http/, "ws") + path);
    this.#socket = socket;
    this.#limits = undefined;
    this.#onState({ name: "opening" });
    socket.addEventListener("message", ({ data }: MessageEvent<string>) => {
      if (socket === this.#socket) this.#take(JSON.parse(data) as Reply);
    });
    socket.addEventListener("close", ({ reason }) => {
      if (socket !== this.#socket) return;
      const wasOpen = this.#limits !== undefined;
      this.#letGo();
      this.#onState(wasOpen ? { name: "over", reason } : { name: "refused" });
    });
    document.addEventListener("visibilitychange", this.#onHidden);
  }

  /** Sets the position of the stick; it is sent at once and held until it is set again. */
  steer(stick: StickPosition): void {
    this.#stick = stick;
    this.#send();
  }

  /** Notes the frame that the page shows; the next message names it. */
  see(frame: SeenFrame): void {
    this.#seen = frame;
  }

  /** The robot's stop, over this connection. */
  stop(): void {
    this.#stick = { forward: 0, turn: 0 };
    this.#write({ type: "stop", reason: "stop button of the page" });
  }

  /** Gives the robot back. */
  close(): void {
    const socket = this.#socket;
    this.#letGo();
    socket?.close();
    if (socket) this.#onState({ name: "idle" });
  }

  readonly #onHidden = (): void => {
    if (document.hidden) this.steer({ forward: 0, turn: 0 });
  };

  #letGo(): void {
    clearInterval(this.#timer);
    this.#socket = undefined;
    this.#stick = { forward: 0, turn: 0 };
    document.removeEventListener("visibilitychange", this.#onHidden);
  }

  #take(reply: Reply): void {
    switch (reply.type) {
      case "ready":
        this.#limits = { linear: reply.max_linear_mps, angular: reply.max_angular_radps };
        this.#timer = setInterval(() => this.#send(), periodMs);
        this.#onState({ name: "driving", linear: 0, angular: 0, refused: undefined });
        return;
      case "ack": {
        const { linear_mps: linear, angular_radps: angular } = reply;
        const { age_ms: ageMs = null, speed_share: share = 1 } = reply.picture ?? {};
        const picture = reply.picture && { ageMs, share };
        this.#onState({ name: "driving", linear, angular, refused: undefined, picture });
        return;
      }
      case "rejected":
        this.#onState({ name: "driving", linear: 0, angular: 0, refused: reply.message });
        return;
      case "stopped":
        this.#onState({ name: "driving", linear: 0, angular: 0, refused: reply.reason });
        return;
      case "ended":
        return;
    }
  }

  #send(): void {
    if (!this.#limits) return;
    const { forward, turn } = this.#stick;
    const { linear, angular } = this.#limits;
    const message = {
      type: "drive",
      linear_mps: thousandths(forward * linear),
      angular_radps: thousandths(turn * angular),
      ...(this.#seen ? { picture: this.#seen } : {}),
    };
    this.#write(message);
  }

  #write(message: object): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }
}

/** Towards zero, so that no rounding goes beyond a limit. */
function thousandths(value: number): number {
  return Math.trunc(value * 1000) / 1000;
}
