import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { TestContext } from "node:test";

/** A door with an HTTP interface that takes only what its interface has. */
export class HttpDoorServer {
  state = "closed";
  /** Answers in place of the right one. */
  answer: ((reply: ServerResponse) => void) | null = null;
  readonly requests: string[] = [];
  /** What it was asked that its interface does not have. */
  readonly violations: string[] = [];
  #port = 0;
  #server = createServer((request, reply) => void this.#onRequest(request, reply));

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async start(t: Pick<TestContext, "after">): Promise<this> {
    await this.listen();
    t.after(() => this.stop());
    return this;
  }

  async listen(): Promise<void> {
    this.#server = createServer((request, reply) => void this.#onRequest(request, reply));
    this.#server.listen(this.#port, "127.0.0.1");
    await once(this.#server, "listening");
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    if (!this.#server.listening) return;
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  async #onRequest(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString("utf8");
    const { method, url, headers } = request;
    if (headers.authorization !== "Bearer door-token")
      this.violations.push(`${method} ${url} without its token`);
    if (this.answer) this.answer(reply);
    else if (method === "GET" && url === "/door")
      reply
        .writeHead(200, { "content-type": "application/json" })
        .end(JSON.stringify({ door: { state: this.state } }));
    else if (method === "PUT" && url === "/door" && /^\{"want":"(open|close)"\}$/.test(body)) {
      this.requests.push((JSON.parse(body) as { want: string }).want);
      reply.writeHead(204).end();
    } else {
      this.violations.push(`${method} ${url} ${body}`);
      reply.writeHead(404).end();
    }
  }
}
