import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { until } from "../box/wait.ts";

/** A certificate authority of a site, and a certificate that it gave to loopback. */
export interface SiteCa {
  caFile: string;
  key: string;
  cert: string;
}

let made: SiteCa | undefined;

/** Made once for each process with openssl; removed when it ends. */
export function siteCa(): SiteCa {
  if (made) return made;
  const dir = mkdtempSync(join(tmpdir(), "gatehouse-ca-"));
  process.once("exit", () => rmSync(dir, { recursive: true, force: true }));
  const openssl = (...args: string[]): void =>
    void execFileSync("openssl", args, { cwd: dir, stdio: "ignore" });
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  const ca = ["-subj", "/CN=Test site CA", "-addext", "basicConstraints=critical,CA:TRUE"];
  openssl("req", "-x509", ...curve, ...ca, "-days", "365", "-keyout", "ca.key", "-out", "ca.pem");
  openssl("req", ...curve, "-subj", "/CN=receiver", "-keyout", "leaf.key", "-out", "leaf.csr");
  const names = "subjectAltName=IP:127.0.0.1,IP:::1,DNS:receiver.test,DNS:localhost";
  writeFileSync(join(dir, "ext"), names);
  const sign = ["-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-extfile", "ext"];
  openssl("x509", "-req", "-in", "leaf.csr", ...sign, "-days", "365", "-out", "leaf.pem");
  const read = (name: string): string => readFileSync(join(dir, name), "utf8");
  made = { caFile: join(dir, "ca.pem"), key: read("leaf.key"), cert: read("leaf.pem") };
  return made;
}

/** One request as it came in. */
export interface Received {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  atMs: number;
}

/** Answers a request; `received` is what came in. */
export type Reply = (answer: ServerResponse, received: Received) => void;

const ok: Reply = (answer) => void answer.writeHead(200).end("thanks");

/** A webhook receiver: an HTTPS server on loopback with the site's certificate. */
export class Receiver {
  readonly received: Received[] = [];
  /** TCP connections ever made to it. */
  connections = 0;
  reply: Reply = ok;
  readonly #server: Server;

  constructor() {
    const { key, cert } = siteCa();
    this.#server = createServer({ key, cert }, (request, answer) => this.#take(request, answer));
    this.#server.on("connection", () => (this.connections += 1));
    this.#server.on("tlsClientError", () => undefined);
  }

  /** Listens on a free port of loopback; closed when the test has ended. */
  async start(t: { after(run: () => Promise<void>): void }, port = 0): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(port, "127.0.0.1", resolve));
    t.after(() => this.stop());
    return this;
  }

  stop(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  url(path = "/hook"): string {
    return `https://127.0.0.1:${this.port}${path}`;
  }

  /** Resolves with the requests once there are so many. */
  async count(count: number): Promise<Received[]> {
    await until(() => this.received.length >= count, { what: `${count} deliveries` });
    return this.received;
  }

  #take(request: IncomingMessage, answer: ServerResponse): void {
    const chunks: Buffer[] = [];
    answer.on("error", () => undefined);
    request.on("error", () => undefined);
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method = "", url: path = "", headers } = request;
      const body = Buffer.concat(chunks).toString();
      const received = { method, path, headers, body, atMs: performance.now() };
      this.received.push(received);
      this.reply(answer, received);
    });
  }
}

/** Networks that let a test's receiver be reached. */
export const loopbackNetworks = ["127.0.0.0/8", "::1/128"];
