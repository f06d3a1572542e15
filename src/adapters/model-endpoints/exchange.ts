import { omitUndefined } from "../../base/core/omit-undefined.ts";
import {
  type EndpointCall,
  EndpointFailure,
  type CallFigures,
} from "../../uplink/endpoint-port.ts";
import { failureOfStatus, receivedOf, refusalIn } from "./refusals.ts";
import type { HttpRequest, Transport } from "./transport.ts";

/**
 * The `fetch` that the SDK is given for one question. The first request is the submission; later requests
 * (for a picture that the answer names) send no data and go to the same host.
 */
export class Exchange {
  readonly #transport: Transport;
  readonly #call: EndpointCall;
  readonly #wallMs: () => number;
  #isSubmitted = false;
  #failure: unknown;
  #received: CallFigures = { receivedBytes: 0, cost: null };

  constructor(parts: { transport: Transport; call: EndpointCall; wallMs: () => number }) {
    this.#transport = parts.transport;
    this.#call = parts.call;
    this.#wallMs = parts.wallMs;
  }

  get received(): CallFigures {
    return this.#received;
  }

  /** Throws what went wrong on the way, which the SDK puts into words of its own. */
  throwIfFailed(): void {
    if (this.#failure instanceof Error) throw this.#failure;
  }

  readonly fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    try {
      return await this.#exchange(new Request(input, init));
    } catch (error) {
      this.#failure ??= error;
      throw error;
    }
  };

  async #exchange(request: Request): Promise<Response> {
    const isFirst = !this.#isSubmitted;
    this.#isSubmitted = true;
    if (!isFirst && request.method !== "GET") {
      throw new EndpointFailure("invalid", "a second request would be a second submission");
    }
    const body = request.body === null ? undefined : new Uint8Array(await request.arrayBuffer());
    const sent: HttpRequest = {
      method: request.method === "GET" ? "GET" : "POST",
      url: new URL(request.url),
      headers: {
        ...Object.fromEntries(request.headers),
        ...(isFirst ? { "idempotency-key": this.#call.idempotencyKey } : {}),
      },
      ...omitUndefined({ body }),
    };
    const beforeSend = isFirst ? this.#call.beforeSend : () => Promise.resolve();
    const answer = await this.#transport.request(sent, { ...this.#call, beforeSend });
    const { receivedBytes, cost } = receivedOf(answer);
    this.#received = {
      receivedBytes: this.#received.receivedBytes + receivedBytes,
      cost: this.#received.cost ?? cost,
    };
    if (answer.status < 200 || answer.status > 299) {
      const failure = failureOfStatus(answer, { wallMs: this.#wallMs() });
      // A picture that cannot be fetched was made and paid for.
      throw isFirst
        ? failure
        : new EndpointFailure("invalid", failure.message, { received: this.#received });
    }
    const refusal = refusalIn(answer.body);
    if (refusal !== null) {
      throw new EndpointFailure("content", refusal, { received: this.#received });
    }
    return new Response(new Uint8Array(answer.body), {
      status: answer.status,
      headers: answer.headers,
    });
  }
}
