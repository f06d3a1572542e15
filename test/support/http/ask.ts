import { request as httpRequest, type IncomingHttpHeaders } from "node:http";

/** An answer, its body as text and, where it is JSON, parsed. */
export interface HttpAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
  json: any;
}

/** What a request has beside its path. */
export interface HttpQuestion {
  method?: string;
  /** API key; none when null or absent. */
  key?: string | null;
  headers?: Record<string, string>;
  body?: unknown;
  /** Sent as it is instead of `body`. */
  raw?: string | Buffer;
}

/** Sends a request to `port` of this machine over a connection of its own, and reads its whole answer. */
export function ask(port: number, path: string, request: HttpQuestion): Promise<HttpAnswer> {
  const { key = null, method = "GET" } = request;
  const raw =
    request.raw ?? (request.body === undefined ? undefined : JSON.stringify(request.body));
  const headers: Record<string, string> = {
    ...(key === null ? {} : { authorization: `Bearer ${key}` }),
    ...(raw === undefined ? {} : { "content-type": "application/json" }),
    ...request.headers,
  };
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(
      // No connection is kept: after a pause the server may close it while it is taken again.
      { host: "127.0.0.1", port, path, method, headers, agent: false },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () => {
          const text = Buffer.concat(chunks).toString();
          const isJson = /^application\/(problem\+)?json/.test(
            response.headers["content-type"] ?? "",
          );
          resolve({
            status: response.statusCode!,
            headers: response.headers,
            text,
            json: isJson && text !== "" ? JSON.parse(text) : undefined,
          });
        });
        response.on("error", reject);
      },
    );
    outgoing.on("error", reject);
    outgoing.end(raw);
  });
}
