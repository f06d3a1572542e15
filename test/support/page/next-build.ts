import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";

/** A box behind a proxy that can serve its page as another build. */
export interface NextBuild {
  readonly url: string;
  /** The box goes away to install another version. */
  leave(): void;
  /** The box is back; from now on the service worker names `version`, with the same files or with another script. */
  comeBack(version: string, files: "same" | "other"): void;
  stop(): Promise<void>;
}

/** Forwards every request to `boxUrl`, and changes only the version in the service worker. */
export async function serveNextBuild(boxUrl: string): Promise<NextBuild> {
  let change: ((script: string) => string) | undefined;
  let isAway = false;
  const forward = (from: IncomingMessage, to: ServerResponse): void => {
    if (isAway) return void from.destroy();
    const isWorker = change !== undefined && from.url === "/service-worker.js";
    // The box must send the script, and as text, even if the browser has it.
    const { "accept-encoding": _coding, "if-none-match": _etag, ...plain } = from.headers;
    const headers = isWorker ? plain : from.headers;
    const target = new URL(from.url!, boxUrl);
    // The box has the script without the other build's mark.
    if (target.pathname.startsWith("/assets/")) target.search = "";
    const sent = request(target, { method: from.method, headers });
    sent.on("response", (answer) => {
      const { "content-length": _length, etag: _tag, ...rest } = answer.headers;
      to.writeHead(answer.statusCode!, isWorker ? rest : answer.headers);
      if (!isWorker) return void answer.pipe(to);
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("end", () => {
        to.end(change!(Buffer.concat(chunks).toString()));
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
    comeBack(version, files) {
      isAway = false;
      const query = files === "same" ? "" : `?${version}`;
      change = (script) =>
        script
          .replace(/"version":"\w+"/, `"version":"${version}"`)
          .replace(/"(\/assets\/index-[\w-]+\.js)"/, `"$1${query}"`);
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
