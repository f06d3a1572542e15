import assert from "node:assert/strict";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { HttpDownload } from "../../../../src/adapters/model-download/http-download.ts";
import { systemClock } from "../../../../src/base/core/clock.ts";
import type {
  DownloadProgress,
  DownloadRequest,
} from "../../../../src/perception/models/install/download-port.ts";
import { tempDir } from "../../../support/box/temp-dir.ts";

const body = Buffer.from(Uint8Array.from({ length: 300_000 }, (_, at) => (at * 31) & 255));

type Answer = (request: IncomingMessage, response: ServerResponse, number: number) => void;

/** A server that answers with `answer`; gives its address and the Range headers it saw. */
async function serve(t: TestContext, answer: Answer): Promise<{ url: string; ranges: string[] }> {
  const ranges: string[] = [];
  const server = createServer((request, response) => {
    ranges.push(request.headers.range ?? "whole");
    answer(request, response, ranges.length);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/net.onnx`, ranges };
}

/** Sends what was asked for, of a file with this ETag. */
function sendFile(request: IncomingMessage, response: ServerResponse, etag: string): void {
  const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? "")?.[1] ?? 0);
  const isSame = request.headers["if-range"] === etag;
  const start = isSame ? from : 0;
  response.setHeader("etag", etag);
  response.setHeader("content-length", body.length - start);
  if (start >= body.length) {
    response.writeHead(416, { "content-range": `bytes */${body.length}`, "content-length": 0 });
    response.end();
    return;
  }
  if (start > 0) {
    response.writeHead(206, {
      "content-range": `bytes ${start}-${body.length - 1}/${body.length}`,
    });
  }
  response.end(body.subarray(start));
}

/** Says how long the file is and sends a part of it. */
function sendPart(response: ServerResponse, etag: string, bytes: number): void {
  response.writeHead(200, { etag, "content-length": body.length });
  response.write(body.subarray(0, bytes));
}

/** Sends a part, and breaks the connection once `arrived` says that it is there. */
function cutter(bytes: number, etag: string) {
  let open: ServerResponse | undefined;
  return {
    send(response: ServerResponse): void {
      open = response;
      sendPart(response, etag, bytes);
    },
    arrived(progress: DownloadProgress): void {
      if (progress.bytes === bytes) open?.destroy();
    },
  };
}

async function requestOf(
  t: TestContext,
  url: string,
  change: Partial<DownloadRequest> = {},
): Promise<DownloadRequest & { seen: DownloadProgress[] }> {
  const seen: DownloadProgress[] = [];
  return {
    url,
    path: join(await tempDir(t), "part"),
    deadlineMs: 20_000,
    maxBytes: 10_000_000,
    onProgress: (progress) => seen.push(progress),
    seen,
    ...change,
  };
}

test("a file arrives whole, with its progress", async (t) => {
  const { url } = await serve(t, (request, response) => sendFile(request, response, '"a"'));
  const request = await requestOf(t, url);
  await new HttpDownload(systemClock).fetch(request);
  assert.ok(readFileSync(request.path).equals(body));
  assert.deepEqual(request.seen.at(-1), { bytes: body.length, totalBytes: body.length });
});

test("a connection cut in the middle is taken up where it broke", async (t) => {
  const cut = cutter(100_000, '"a"');
  const { url, ranges } = await serve(t, (request, response, number) => {
    if (number === 1) cut.send(response);
    else sendFile(request, response, '"a"');
  });
  const request = await requestOf(t, url, { onProgress: cut.arrived });
  await new HttpDownload(systemClock).fetch(request);
  assert.ok(readFileSync(request.path).equals(body));
  assert.deepEqual(ranges, ["whole", "bytes=100000-"]);
});

test("a download that was given up goes on at the next call, and a whole one is not fetched again", async (t) => {
  const cut = cutter(50_000, '"a"');
  const { url, ranges } = await serve(t, (request, response, number) => {
    if (number === 1) cut.send(response);
    else if (number === 2) response.writeHead(404).end();
    else sendFile(request, response, '"a"');
  });
  const request = await requestOf(t, url, { onProgress: cut.arrived });
  const download = new HttpDownload(systemClock);
  await assert.rejects(download.fetch(request), { code: "download_failed", message: /404/ });
  await download.fetch(request);
  await download.fetch(request);
  assert.ok(readFileSync(request.path).equals(body));
  assert.deepEqual(ranges.slice(2), ["bytes=50000-", "bytes=300000-"]);
});

test("a file that changed in between is begun again", async (t) => {
  const cut = cutter(100_000, '"old"');
  const { url } = await serve(t, (request, response, number) => {
    if (number === 1) cut.send(response);
    else sendFile(request, response, '"new"');
  });
  const request = await requestOf(t, url, { onProgress: cut.arrived });
  await new HttpDownload(systemClock).fetch(request);
  assert.ok(readFileSync(request.path).equals(body));
});

test("a body without end is cut at the largest size, named or not", async (t) => {
  const chunk = Buffer.alloc(64 * 1024);
  const { url } = await serve(t, (_, response) => {
    const more = (): void => {
      while (!response.destroyed && response.write(chunk));
      if (!response.destroyed) response.once("drain", more);
    };
    more();
  });
  const request = await requestOf(t, url, { maxBytes: 1_000_000 });
  const download = new HttpDownload(systemClock);
  await assert.rejects(download.fetch(request), { code: "download_failed", message: /1 MB/ });
  assert.ok(readFileSync(request.path).length <= 1_000_000);
  const named = await serve(t, (_, response) => {
    response.writeHead(200, { "content-length": 5e9 });
    response.write(chunk);
  });
  const large = await requestOf(t, named.url);
  await assert.rejects(download.fetch(large), { code: "download_failed", message: /larger/ });
  assert.ok(!existsSync(large.path), "nothing of it is written");
});

test("a server that stalls or drips is given up at the deadline", async (t) => {
  const { url } = await serve(t, (_, response) => {
    response.writeHead(200, { "content-length": 1000 });
    const drip = setInterval(() => response.write("x"), 50);
    response.on("close", () => clearInterval(drip));
  });
  const request = await requestOf(t, url, { deadlineMs: 500 });
  const failure = { code: "download_failed", message: /longer than 0.5 s/ };
  await assert.rejects(new HttpDownload(systemClock).fetch(request), failure);
});

test("a stalled connection is replaced by another one", async (t) => {
  const { url, ranges } = await serve(t, (request, response, number) => {
    if (number === 1) sendPart(response, '"a"', 70_000);
    else sendFile(request, response, '"a"');
  });
  const request = await requestOf(t, url);
  await new HttpDownload(systemClock, 200).fetch(request);
  assert.ok(readFileSync(request.path).equals(body));
  assert.equal(ranges[1], "bytes=70000-");
});

test("a server that is busy for a moment is asked again", async (t) => {
  const { url } = await serve(t, (request, response, number) => {
    if (number === 1) response.writeHead(503).end();
    else sendFile(request, response, '"a"');
  });
  const request = await requestOf(t, url);
  await new HttpDownload(systemClock).fetch(request);
  assert.ok(readFileSync(request.path).equals(body));
});
