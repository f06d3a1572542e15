import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";

/** A way to a server that a test can close, and on which it can hold back what the server answers. */
export class TcpGate {
  /** While true nothing of what the server sends is passed on. */
  holdsAnswers = false;
  readonly #target: number;
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  #isOpen = true;

  constructor(targetPort: number) {
    this.#target = targetPort;
  }

  /** Listens on a free port of loopback; closed when the test has ended. */
  async start(t: { after(run: () => void): void }): Promise<this> {
    this.#server = createServer((client) => this.#join(client)).listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    t.after(() => {
      this.close();
      this.#server?.close();
    });
    return this;
  }

  get port(): number {
    return (this.#server!.address() as { port: number }).port;
  }

  get url(): string {
    return `mqtt://127.0.0.1:${this.port}`;
  }

  /** Cuts every connection and takes no new one. */
  close(): void {
    this.#isOpen = false;
    for (const socket of this.#sockets) socket.destroy();
  }

  open(): void {
    this.#isOpen = true;
  }

  #join(client: Socket): void {
    if (!this.#isOpen) {
      client.destroy();
      return;
    }
    const server = connect(this.#target, "127.0.0.1");
    const both = [client, server];
    for (const socket of both) {
      this.#sockets.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => {
        this.#sockets.delete(socket);
        for (const each of both) each.destroy();
      });
    }
    client.pipe(server);
    server.on("data", (chunk) => {
      if (!this.holdsAnswers) client.write(chunk);
    });
  }
}
