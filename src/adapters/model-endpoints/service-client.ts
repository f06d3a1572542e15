import {
  type EndpointCall,
  EndpointFailure,
  type CallFigures,
  type RemoteJob,
  type ServiceEndpoint,
} from "../../uplink/endpoint-port.ts";
import { failureOfStatus, receivedOf } from "./refusals.ts";
import type { HttpAnswer, HttpRequest, Transport } from "./transport.ts";

/** The parts of a client of a service. */
export interface ServiceClientParts {
  transport: Transport;
  /** Base address without `/api/v1`. */
  baseUrl: string;
  /** This box's present key at the service. */
  apiKey: () => Promise<string>;
  wallMs: () => number;
}

const idPattern = /^[0-9a-f-]{36}$/;
const statuses: ReadonlySet<unknown> = new Set([
  "queued",
  "processing",
  "completed",
  "failed",
  "cancelled",
]);

/** Another server with this contract, as a client of its API. */
export class ServiceClient implements ServiceEndpoint {
  readonly #parts: ServiceClientParts;

  constructor(parts: ServiceClientParts) {
    this.#parts = parts;
  }

  async submit(
    { path, body, cancelAfterSec }: Parameters<ServiceEndpoint["submit"]>[0],
    call: EndpointCall,
  ): Promise<{ jobId: string; received: CallFigures }> {
    const answer = await this.#send(
      {
        method: "POST",
        url: this.#url(path),
        headers: {
          "content-type": "application/json",
          "idempotency-key": call.idempotencyKey,
          ...(cancelAfterSec === null ? {} : { "cancel-after": `${cancelAfterSec}s` }),
        },
        body: Buffer.from(JSON.stringify(body)),
      },
      call,
    );
    const received = receivedOf(answer);
    const jobId = dataOf(answer)["job_id"];
    if (answer.status === 202 && typeof jobId === "string" && idPattern.test(jobId)) {
      return { jobId, received };
    }
    throw new EndpointFailure("invalid", "it accepted no job", { received });
  }

  async poll(
    jobId: string,
    { waitSec, signal }: { waitSec: number; signal: AbortSignal },
  ): Promise<{ job: RemoteJob; received: CallFigures }> {
    const query = `?wait_for_completion=true&timeout_seconds=${waitSec}`;
    const url = this.#url(`/jobs/${jobId}${query}`);
    const answer = await this.#read(url, signal);
    const received = receivedOf(answer);
    const job = remoteJob(dataOf(answer));
    if (job) return { job, received };
    throw new EndpointFailure("invalid", "what it says of the job is no job", { received });
  }

  async cancel(jobId: string, signal: AbortSignal): Promise<void> {
    const url = this.#url(`/jobs/${jobId}/cancel`);
    await this.#send({ method: "POST", url, headers: {} }, silent(signal));
  }

  async download(
    url: string,
    { maxBytes, signal }: { maxBytes: number; signal: AbortSignal },
  ): Promise<{ bytes: Uint8Array; mediaType: string }> {
    if (!URL.canParse(url)) throw new EndpointFailure("rejected", "it names a file by no address");
    // The service may use another host name than this box does. Its files are signed: no key is needed.
    const { pathname, search } = new URL(url);
    const at = new URL(pathname + search, this.#parts.baseUrl);
    const request = { method: "GET", url: at, headers: {} } as const;
    const answer = await this.#parts.transport.request(request, silent(signal));
    if (answer.status !== 200) throw this.#failed(answer, true);
    if (answer.body.length > maxBytes) {
      throw new EndpointFailure("rejected", `its file exceeds ${maxBytes} bytes`);
    }
    const mediaType = answer.headers.get("content-type")?.split(";", 1)[0] ?? "";
    return { bytes: answer.body, mediaType };
  }

  async #read(url: URL, signal: AbortSignal): Promise<HttpAnswer> {
    const headers = await this.#authorization();
    const answer = await this.#parts.transport.request(
      { method: "GET", url, headers },
      silent(signal),
    );
    if (answer.status === 200) return answer;
    throw this.#failed(answer, true);
  }

  async #send(
    request: HttpRequest,
    call: Omit<EndpointCall, "idempotencyKey">,
  ): Promise<HttpAnswer> {
    const headers = { ...request.headers, ...(await this.#authorization()) };
    const answer = await this.#parts.transport.request({ ...request, headers }, call);
    if (answer.status >= 200 && answer.status <= 299) return answer;
    throw this.#failed(answer, false);
  }

  /** Returns the failure of an answer; a missing job or file (404, 410) is not the endpoint's own. */
  #failed(answer: HttpAnswer, isLook: boolean): EndpointFailure {
    const failure = failureOfStatus(answer, { wallMs: this.#parts.wallMs() });
    if (!isLook || (answer.status !== 404 && answer.status !== 410)) return failure;
    return new EndpointFailure("rejected", failure.message, { received: failure.received });
  }

  async #authorization(): Promise<{ authorization: string }> {
    return { authorization: `Bearer ${await this.#parts.apiKey()}` };
  }

  #url(path: string): URL {
    return new URL(`${this.#parts.baseUrl}/api/v1${path}`);
  }
}

/** A request without a record: it sends no data of the site. */
function silent(signal: AbortSignal): Omit<EndpointCall, "idempotencyKey"> {
  return { signal, connected: () => {}, beforeSend: () => Promise.resolve() };
}

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Fields)
    : {};
}

function dataOf({ body }: HttpAnswer): Fields {
  try {
    return fieldsOf(fieldsOf(JSON.parse(body.toString("utf8")))["data"]);
  } catch {
    return {};
  }
}

function remoteJob(data: Fields): RemoteJob | null {
  const { status, progress, error } = data;
  if (!statuses.has(status)) return null;
  const payload = fieldsOf(data["payload"]);
  const { code, message, retryable } = fieldsOf(error);
  return {
    status: status as RemoteJob["status"],
    phase: typeof payload["phase"] === "string" ? payload["phase"].slice(0, 60) : null,
    progress: typeof progress === "number" ? progress : null,
    payload,
    error:
      typeof code === "string"
        ? { code, message: String(message).slice(0, 300), retryable: retryable === true }
        : null,
  };
}
