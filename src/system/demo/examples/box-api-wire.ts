import type { Readable } from "node:stream";
import type { HttpErrorCode } from "../../../base/contract/error-codes.ts";
import { fail } from "../../../base/contract/fail.ts";

/** Sends a request through the gates of the box's own API, as `InProcess` does. */
export interface OwnRequests {
  send(request: {
    method: "GET" | "POST" | "DELETE";
    target: string;
    headers: Readonly<Record<string, string>>;
    body?: string;
    address: string;
    signal: AbortSignal;
  }): Promise<{ status: number; body: Readable }>;
}

/** The box's own API with the key of the demo's visitor. */
export class BoxApi {
  readonly #requests: OwnRequests;
  readonly #key: string;
  readonly #signal: AbortSignal;

  constructor(requests: OwnRequests, key: string, signal: AbortSignal) {
    this.#requests = requests;
    this.#key = key;
    this.#signal = signal;
  }

  /** Returns the entries of a list, at most those of its first page. */
  async list<Entry = unknown>(path: string): Promise<readonly Entry[]> {
    const answer = (await this.#send("GET", path)) as { data: { data: readonly Entry[] } };
    return answer.data.data;
  }

  /** Returns `data` of the answer. Fails with the code of a refusal. */
  async get<Data>(path: string): Promise<Data> {
    return ((await this.#send("GET", path)) as { data: Data }).data;
  }

  /** Returns `data` of the answer. Fails with the code of a refusal. */
  async post<Data>(path: string, body: object): Promise<Data> {
    return ((await this.#send("POST", path, body)) as { data: Data }).data;
  }

  /** Fails with the code of a refusal. */
  async remove(path: string): Promise<void> {
    await this.#send("DELETE", path);
  }

  /** Requests a job and returns its id when it has ended, whatever its end; after two minutes also while it runs. */
  async job(path: string, body: object): Promise<string> {
    const { job_id: id } = await this.post<{ job_id: string }>(path, body);
    await this.get(`/api/v1/jobs/${id}?wait_for_completion=true&timeout_seconds=120`);
    return id;
  }

  async #send(method: "GET" | "POST" | "DELETE", target: string, body?: object): Promise<unknown> {
    const answer = await this.#requests.send({
      method,
      target,
      headers: { authorization: `Bearer ${this.#key}`, accept: "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      address: "127.0.0.1",
      signal: this.#signal,
    });
    const chunks: Buffer[] = [];
    for await (const chunk of answer.body as AsyncIterable<Buffer>) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    const parsed: unknown = text === "" ? {} : JSON.parse(text);
    if (answer.status < 400) return parsed;
    const { error } = parsed as { error: { code: HttpErrorCode; message: string } };
    throw fail(error.code, error.message);
  }
}
