import { GatehouseApiError, GatehouseConnectionError } from "./errors.ts";

/** Connection settings. */
export interface ClientOptions {
  /** Address of the box, e.g. `https://gate.local:8480`. */
  baseUrl: string;
  /** `svk_…` */
  apiKey: string;
  /** Retries after a network error, 429 or 503; 4 when absent. */
  maxRetries?: number | undefined;
  /** Longest Retry-After that the client waits for, in seconds; 65 when absent. Longer ones fail at once. */
  maxRetryAfterSec?: number | undefined;
  /** Longest wait for one answer, in milliseconds; 90 000 when absent. */
  timeoutMs?: number | undefined;
  /** Replaces the platform's `fetch`, e.g. by one that trusts the certificate of the site. */
  fetch?: typeof fetch | undefined;
}

/** Options of one call. */
export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** The client makes one when absent; give your own to repeat a call after a restart. */
  idempotencyKey?: string | undefined;
  timeoutMs?: number | undefined;
}

/** The envelope of every JSON answer. */
export interface Answer<T> {
  /** The request id. */
  id: string;
  object: string;
  status: string;
  /** Unix seconds. */
  created_at: number;
  data: T;
}

/** The generated description of an operation. */
export interface Operation {
  method: string;
  /** Path with parameters as `{name}`. */
  path: string;
  /** True when it accepts an Idempotency-Key, so that the client may repeat it. */
  idempotent?: boolean;
}

/** Parameters of path and query by name. */
export type Args = Readonly<
  Record<string, string | number | boolean | readonly string[] | undefined>
>;

const repeatedStatuses = new Set([408, 429, 502, 503, 504]);
const defaultMaxRetryAfterSec = 65;
const firstDelayMs = 250;
const longestDelayMs = 8000;

/** Sends calls, repeats them while that is safe, and turns errors of the API into typed ones. */
export class Http {
  readonly #options: ClientOptions;
  readonly #base: string;

  /**
   * Throws `TypeError` when address or key are missing, as in programs without their environment.
   */
  constructor(options: ClientOptions) {
    const { baseUrl, apiKey, fetch: own } = options as Partial<ClientOptions>;
    // A caller's own `fetch` may supply both in other ways.
    const isUrl = own !== undefined || (/^https?:/i.test(baseUrl ?? "") && URL.canParse(baseUrl!));
    if (baseUrl === undefined || !isUrl) {
      throw new TypeError(
        "baseUrl: the address of the box is needed, e.g. https://gate.local:8480",
      );
    }
    if (apiKey === undefined || (apiKey === "" && own === undefined)) {
      throw new TypeError("apiKey: a key of the box is needed (svk_…)");
    }
    this.#options = options;
    this.#base = baseUrl.replace(/\/+$/, "");
  }

  /** Returns the envelope of a JSON answer. */
  async json<T>(
    operation: Operation,
    input: { args?: Args | undefined; body?: unknown },
    options: CallOptions = {},
  ): Promise<T> {
    return await this.#repeat(operation, options, async (key) => {
      const response = await this.open(operation, input, { ...options, idempotencyKey: key });
      return (await response.json()) as T;
    });
  }

  /**
   * Returns an answer that is not JSON: pictures, pages, streams. The caller reads or cancels its
   * body.
   */
  async raw(
    operation: Operation,
    input: { args?: Args | undefined; body?: unknown },
    options: CallOptions = {},
  ): Promise<Response> {
    return await this.#repeat(operation, options, (key) =>
      this.open(operation, input, { ...options, idempotencyKey: key }),
    );
  }

  /** Makes one attempt, with `headers` added. */
  async open(
    operation: Operation,
    input: { args?: Args | undefined; body?: unknown; headers?: Record<string, string> },
    options: CallOptions & { endless?: boolean } = {},
  ): Promise<Response> {
    const { fetch: send = fetch, apiKey, timeoutMs = 90_000 } = this.#options;
    const key = options.idempotencyKey;
    const signals = options.signal ? [options.signal] : [];
    if (!options.endless) signals.push(AbortSignal.timeout(options.timeoutMs ?? timeoutMs));
    const response = await send(this.#base + target(operation, input.args ?? {}), {
      method: operation.method,
      redirect: "error",
      headers: {
        authorization: `Bearer ${apiKey}`,
        ...(key === undefined ? {} : { "idempotency-key": key }),
        ...(input.body === undefined ? {} : { "content-type": "application/json" }),
        ...input.headers,
      },
      ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
      signal: AbortSignal.any(signals),
    });
    if (response.ok) return response;
    throw await refusal(response);
  }

  async #repeat<T>(
    operation: Operation,
    options: CallOptions,
    attempt: (idempotencyKey: string | undefined) => Promise<T>,
  ): Promise<T> {
    const { maxRetries = 4, maxRetryAfterSec } = this.#options;
    const ownKey = options.idempotencyKey;
    const key = operation.idempotent ? (ownKey ?? crypto.randomUUID()) : ownKey;
    const isSafe = operation.method === "GET" || key !== undefined;
    for (let tries = 0; ; tries += 1) {
      try {
        return await attempt(key);
      } catch (error) {
        options.signal?.throwIfAborted();
        const waitMs = retryDelayMs(error, { tries, isSafe, maxRetryAfterSec });
        if (waitMs === undefined || tries >= maxRetries) throw asError(error);
        await pause(waitMs, options.signal);
      }
    }
  }
}

/** Returns the milliseconds until the retry; undefined for no retry. */
export function retryDelayMs(
  error: unknown,
  call: { tries: number; isSafe: boolean; maxRetryAfterSec?: number | undefined },
): number | undefined {
  const jitterMs = Math.random() * Math.min(longestDelayMs, firstDelayMs * 2 ** call.tries);
  if (!(error instanceof GatehouseApiError)) return call.isSafe ? jitterMs : undefined;
  const repeated =
    repeatedStatuses.has(error.status) || error.code === "idempotency_request_in_progress";
  // The box did not begin a call that it refused so; a gateway's answer (502, 504) counts only for
  // safe calls.
  if (!repeated || (!call.isSafe && ![429, 503].includes(error.status))) return undefined;
  const { retryAfterSec = 0 } = error;
  const { maxRetryAfterSec = defaultMaxRetryAfterSec } = call;
  return retryAfterSec > maxRetryAfterSec ? undefined : retryAfterSec * 1000 + jitterMs;
}

/** Resolves after the time, or rejects as soon as `signal` aborts. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      // oxlint-disable-next-line prefer-promise-reject-errors -- the reason is the caller's own
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    signal?.addEventListener("abort", stop, { once: true });
  });
}

/** Returns errors of this client unchanged, and any other as a broken connection. */
export function asError(error: unknown): Error {
  if (error instanceof GatehouseApiError) return error;
  const because = error instanceof Error ? error.message : String(error);
  return new GatehouseConnectionError(`the box could not be reached: ${because}`, { cause: error });
}

function target(operation: Operation, args: Args): string {
  const query = new URLSearchParams();
  let { path } = operation;
  for (const [name, value] of Object.entries(args)) {
    if (value === undefined) continue;
    const text = Array.isArray(value) ? value.join(",") : String(value);
    if (path.includes(`{${name}}`)) path = path.replace(`{${name}}`, encodeURIComponent(text));
    else query.set(name, text);
  }
  const text = query.toString();
  return text === "" ? path : `${path}?${text}`;
}

async function refusal(response: Response): Promise<GatehouseApiError> {
  const body = (await response.json().catch(() => undefined)) as
    | { error?: { code?: string; message?: string; retryable?: boolean; param?: string } }
    | undefined;
  const error = body?.error ?? {};
  const { code = `http_${response.status}`, message = "the answer is not of this API" } = error;
  return new GatehouseApiError(code, message, {
    status: response.status,
    requestId: response.headers.get("x-request-id") ?? "",
    retryable: error.retryable ?? false,
    retryAfterSec: retryAfterSec(response.headers.get("retry-after")),
    param: error.param,
    details: (error as { details?: GatehouseApiError["details"] }).details,
  });
}

/** Parses seconds or a date (RFC 9110 10.2.3). */
function retryAfterSec(header: string | null): number | undefined {
  if (header === null) return undefined;
  if (/^\d+$/.test(header)) return Number(header);
  const atMs = Date.parse(header);
  return Number.isNaN(atMs) ? undefined : Math.max(0, Math.ceil((atMs - Date.now()) / 1000));
}
