import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";

/** A box behind a proxy that can serve its page as another build. */
export interface NextBuild {
  readonly url: string;
  /** The box goes away to install another version. */
  leave(): void;
  /** The box is back; from now on the service worker names the other version. */
  comeBack(): void;
  stop(): Promise<void>;
}

/** Forwards every request to `boxUrl`, and changes only the version in the service worker. */
export async function serveNextBuild(boxUrl: string): Promise<NextBuild> {
  let isUpgraded = false;
  let isAway = false;
  const forward = (from: IncomingMessage, to: ServerResponse): void => {
    if (isAway) return void from.destroy();
    const isWorker = isUpgraded && from.url === "/service-worker.js";
    const { "accept-encoding": _coding, ...plain } = from.headers;
    const headers = isWorker ? plain : from.headers;
    const sent = request(new URL(from.url!, boxUrl), { method: from.method, headers });
    sent.on("response", (answer) => {
      const { "content-length": _length, ...rest } = answer.headers;
      to.writeHead(answer.statusCode!, isWorker ? rest : answer.headers);
      if (!isWorker) return void answer.pipe(to);
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("end", () => {
        const script = Buffer.concat(chunks).toString();
        to.end(script.replace(/"version":"\w+"/, '"version":"next"'));
      });
    });
    sent.on("error", () => to.destroy());
    to.on("close", () => sent.destroy());
    from.pipe(sent);
  };
  const server = createServer(forward).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    leave() {
      isAway = true;
      server.closeAllConnections();
    },
    comeBack() {
      isAway = false;
      isUpgraded = true;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
