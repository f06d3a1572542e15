import type { Socket } from "node:net";
import type { RestreamCaller, RestreamSource } from "../../cameras/restream/restream-port.ts";
import { header, type RtspMessage } from "../rtsp-relay/rtsp-message.ts";
import { DigestLogin } from "./digest-login.ts";
import { refusalOf, RtspRefusal } from "./rtsp-status.ts";

/** The parts that an admission is built from. */
export interface AdmissionParts {
  socket: Pick<Socket, "remoteAddress">;
  source: Pick<RestreamSource, "admit" | "isAdmitted">;
  /** The caller is known. */
  onAdmitted(): void;
}

/** A request that needs a key. */
export interface GuardedRequest {
  method: string;
  uri: string;
  message: RtspMessage;
}

/** Wrong answers to the challenge, after which the connection ends. */
const maxWrongAnswers = 3;

/** Who uses one connection: each request that opens video proves the same key. */
export class Admission {
  readonly #parts: AdmissionParts;
  readonly #login = new DigestLogin();
  #caller: RestreamCaller | undefined;
  #wrongAnswers = 0;

  constructor(parts: AdmissionParts) {
    this.#parts = parts;
  }

  /** True after too many wrong answers. */
  get isRefused(): boolean {
    return this.#wrongAnswers >= maxWrongAnswers;
  }

  /** True while the caller's key is valid. */
  isValid(): boolean {
    return this.#caller !== undefined && this.#parts.source.isAdmitted(this.#caller);
  }

  /** Returns the caller. Throws a refusal with a challenge, or the coded error of the key. */
  admit({ method, uri, message }: GuardedRequest): RestreamCaller {
    const authorization = header(message, "authorization");
    const answer = this.#login.answerOf({ method, uri, authorization });
    if (!answer) {
      if (authorization !== undefined) this.#wrongAnswers += 1;
      throw this.#challenge("key: is missing. Send the name of a key and the key as password");
    }
    const caller = this.#check(() =>
      this.#parts.source.admit(answer, this.#parts.socket.remoteAddress),
    );
    if (this.#caller && this.#caller.keyId !== caller.keyId) {
      throw new RtspRefusal(403, "key: is not the one that began. Open another connection");
    }
    this.#caller = caller;
    this.#parts.onAdmitted();
    return caller;
  }

  #check(admit: () => RestreamCaller): RestreamCaller {
    try {
      return admit();
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal?.status !== 401) throw error;
      this.#wrongAnswers += 1;
      throw this.#challenge(refusal.message);
    }
  }

  #challenge(message: string): RtspRefusal {
    return new RtspRefusal(401, message, [["WWW-Authenticate", this.#login.challenge()]]);
  }
}
