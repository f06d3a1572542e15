import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, request as send, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** A request that went through the proxy, and its answer once it has ended. */
export interface Recorded {
  method: string;
  /** Path and query. */
  target: string;
  headers: IncomingHttpHeaders;
  body: string;
  status: number;
  answerHeaders: Headers;
  answer: string;
}

/** Passes requests on to a box and writes them down. */
export class RecordingProxy {
  readonly requests: Recorded[] = [];
  readonly #server: Server;
  readonly #box: URL;

  constructor(boxUrl: string) {
    this.#box = new URL(boxUrl);
    this.#server = createServer((incoming, outgoing) => {
      const { method = "", url = "", headers } = incoming;
      const { host } = this.#box;
      const target = { host: this.#box.hostname, port: this.#box.port, path: url, method };
      const onward = send({ ...target, headers: { ...headers, host } }, (answer) => {
        const recorded: Recorded = {
          method,
          target: url,
          headers,
          body: Buffer.concat(sent).toString(),
          status: answer.statusCode ?? 0,
          answerHeaders: new Headers(answer.headers as Record<string, string>),
          answer: "",
        };
        this.requests.push(recorded);
        outgoing.writeHead(recorded.status, answer.headers);
        answer.on("data", (chunk: Buffer) => (recorded.answer += chunk.toString("latin1")));
        answer.pipe(outgoing);
        outgoing.on("close", () => answer.destroy());
      });
      const sent: Buffer[] = [];
      incoming.on("data", (chunk: Buffer) => sent.push(chunk));
      incoming.pipe(onward);
      onward.on("error", () => outgoing.destroy());
    });
  }

  /** Resolves with the address of the proxy. */
  async start(): Promise<string> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }
}
