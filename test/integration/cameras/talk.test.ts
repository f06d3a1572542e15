import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { suite, test, type TestContext } from "node:test";
import {
  type LoudspeakerOptions,
  RtspLoudspeakers,
} from "../../../src/adapters/rtsp-relay/rtsp-loudspeakers.ts";
import type { SourceProblem, SourceSpec } from "../../../src/cameras/source.ts";
import { TalkCoder } from "../../../src/cameras/talk/talk-coder.ts";
import type { TalkLine } from "../../../src/cameras/talk/talk-port.ts";
import { tempDir } from "../../support/box/temp-dir.ts";
import { until } from "../../support/box/wait.ts";
import { peerWith, Reader, session, transport } from "../../support/cameras/relay-reader.ts";
import type { PeerAnswer, PeerRequest } from "../../support/cameras/rtsp-peer.ts";
import { startRtspServer } from "../../support/cameras/rtsp-server.ts";
import {
  backchannel,
  loudPart,
  politelyTalking,
  talkSdp,
  tone,
} from "../../support/cameras/talk.ts";

const signal = new AbortController().signal;

/** Opens the loudspeaker at `url`; the line is closed after the test. */
async function open(
  t: TestContext,
  source: Partial<SourceSpec> & { url: string },
  options: LoudspeakerOptions = {},
) {
  const ends: SourceProblem[] = [];
  const box = new RtspLoudspeakers(options);
  const onEnd = (problem: SourceProblem): void => void ends.push(problem);
  const opened = await box.open({ kind: "rtsp", ...source }, { onEnd, signal });
  if ("close" in opened) t.after(() => opened.close());
  return { opened, ends };
}

async function lineTo(...args: Parameters<typeof open>) {
  const { opened, ends } = await open(...args);
  assert.ok("close" in opened, JSON.stringify(opened));
  return { line: opened, ends };
}

/** Speaks a tone of 1 kHz for half a second, in the packets of the box. */
function speak(line: TalkLine): void {
  for (const payload of new TalkCoder(line.codec, 8000).push(tone(1000, 0.5, 8000))) {
    line.send({ payload, gapSamples: 0 });
  }
}

/** Sends silence until the camera plays it: the stand-in drops what comes before its pipeline runs. */
async function untilItPlays(
  { line, ends }: { line: TalkLine; ends: readonly SourceProblem[] },
  file: string,
): Promise<void> {
  const [silence] = new TalkCoder(line.codec, 8000).push(Buffer.alloc(320));
  const isPlaying = async (): Promise<boolean> => {
    assert.deepEqual(ends, [], "the line has ended");
    line.send({ payload: silence!, gapSamples: 0 });
    return (await readFile(file).catch(() => "")).length > 0;
  };
  await until(isPlaying, { what: "the loudspeaker" });
}

/** A scripted camera with a loudspeaker; `answer` may differ where it wants to. */
function cameraWith(answer: (request: PeerRequest) => PeerAnswer | undefined = () => undefined) {
  return peerWith((request) => answer(request) ?? politelyTalking(request));
}

suite("talking to a camera", () => {
  for (const [codec, auth] of [
    ["pcmu", "digest"],
    ["pcma", "basic"],
  ] as const) {
    test(`a real camera plays what is spoken: ${codec}, ${auth}`, async (t) => {
      const file = join(await tempDir(t), "played.pcm");
      const who = { user: "admin", password: "s3cret" };
      const camera = await startRtspServer({
        size: "320x240",
        fps: 10,
        audio: "pcmu",
        talk: { codec, file },
        auth,
        ...who,
      });
      t.after(() => camera.stop());
      const source = { url: camera.url, username: who.user, password: who.password };
      const { line, ends } = await lineTo(t, source);
      assert.equal(line.codec, codec);
      await untilItPlays({ line, ends }, file);
      speak(line);
      let heard = loudPart(Buffer.alloc(0), 8000);
      const isHeard = async (): Promise<boolean> => {
        heard = loudPart(await readFile(file), 8000);
        return heard.seconds > 0.49;
      };
      await until(isHeard, { what: "the sound" });
      const { seconds, frequencyHz } = heard;
      assert.ok(Math.abs(frequencyHz - 1000) < 10, `${frequencyHz} Hz`);
      assert.ok(Math.abs(seconds - 0.5) < 0.01, `${seconds} s`);
      await line.close();
      assert.deepEqual(ends, []);
    });
  }

  test("over TLS, only a certificate that the site trusts", async (t) => {
    const dir = await tempDir(t);
    const [key, cert] = [join(dir, "key.pem"), join(dir, "cert.pem")];
    const subject = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"];
    const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
    const output = ["-keyout", key, "-out", cert, "-days", "2"];
    execFileSync("openssl", ["req", "-x509", ...curve, ...output, ...subject], { stdio: "ignore" });
    const talk = { codec: "pcmu", file: join(dir, "played.pcm") } as const;
    const camera = await startRtspServer({ size: "320x240", fps: 10, talk, tls: { key, cert } });
    t.after(() => camera.stop());
    const source = { kind: "rtsps", url: camera.url } as const;
    assert.match(((await open(t, source)).opened as SourceProblem).message, /certificate/);
    const call = await lineTo(t, source, { ca: [await readFile(cert, "utf8")] });
    await untilItPlays(call, talk.file);
  });

  test("a real camera without a loudspeaker is told from one that cannot be asked", async (t) => {
    const camera = await startRtspServer({ size: "320x240", fps: 10 });
    t.after(() => camera.stop());
    assert.deepEqual((await open(t, camera)).opened, { lack: "absent" });
    await camera.kill();
    assert.equal(((await open(t, camera)).opened as SourceProblem).code, "stream_unreachable");
  });

  test("the packets follow each other without a gap, and say where silence was", async (t) => {
    const camera = await cameraWith();
    const { line } = await lineTo(t, camera);
    const coded = new TalkCoder("pcmu", 8000).push(tone(500, 0.06, 8000));
    line.send({ payload: coded[0]!, gapSamples: 0 });
    line.send({ payload: coded[1]!, gapSamples: 0 });
    line.send({ payload: coded[2]!, gapSamples: 4000 });
    await line.close();
    await until(() => camera.requests.at(-1)?.method === "TEARDOWN");
    const packets = camera.packets.map(({ bytes }) => bytes);
    assert.deepEqual(
      packets.map((bytes) => bytes.subarray(12)),
      coded,
    );
    assert.deepEqual(
      packets.map((bytes) => bytes[0]),
      [0x80, 0x80, 0x80],
    );
    // The marker stands on the first packet after silence.
    assert.deepEqual(
      packets.map((bytes) => bytes[1]),
      [0x80, 0, 0x80],
    );
    const from = (read: (bytes: Buffer) => number): number[] =>
      packets.map((bytes) => read(bytes) - read(packets[0]!));
    assert.deepEqual(
      from((bytes) => bytes.readUInt16BE(2)).map((each) => each & 0xffff),
      [0, 1, 2],
    );
    assert.deepEqual(
      from((bytes) => bytes.readUInt32BE(4)).map((each) => each >>> 0),
      [0, 160, 4320],
    );
    assert.deepEqual(
      from((bytes) => bytes.readUInt32BE(8)),
      [0, 0, 0],
    );
    assert.ok(camera.packets.every(({ channel }) => channel === 0));
  });

  test("only the talk's own connection requires the back channel, and its session ends with the talk", async (t) => {
    const camera = await cameraWith();
    const video = await session(camera.url);
    const reader = new Reader(video.url);
    await reader.ask("SETUP", `${video.url}/track`, transport);
    assert.match(await reader.ask("PLAY", video.url, "Session: 12\r\n"), /200 OK/);
    const { line } = await lineTo(t, camera);
    await line.close();
    await until(() => camera.requests.at(-1)?.method === "TEARDOWN");
    const asked = (connection: number) =>
      camera.requests
        .filter((request) => request.connection === connection)
        .map(({ method, headers }) => [method, headers.get("require"), headers.get("session")]);
    assert.ok(asked(1).every(([, require]) => require === undefined));
    assert.deepEqual(asked(2), [
      ["DESCRIBE", backchannel, undefined],
      ["SETUP", backchannel, undefined],
      ["PLAY", backchannel, "77"],
      ["TEARDOWN", undefined, "77"],
    ]);
    assert.equal(video.problem(), null);
  });

  test("asking for the loudspeaker opens no session in the camera", async () => {
    const camera = await cameraWith();
    const box = new RtspLoudspeakers();
    assert.deepEqual(await box.describe({ kind: "rtsp", url: camera.url }, signal), {
      codec: "pcmu",
    });
    assert.deepEqual(
      camera.requests.map(({ method }) => method),
      ["DESCRIBE"],
    );
  });

  const lacks: readonly (readonly [string, PeerAnswer, "absent" | "unsupported"])[] = [
    ["refuses the option", { status: "551 Option not supported" }, "absent"],
    ["describes no loudspeaker", { body: talkSdp.replace("a=sendonly\r\n", "") }, "absent"],
    ["takes only other codecs", { body: talkSdp.replace("RTP/AVP 0", "RTP/AVP 9") }, "unsupported"],
  ];
  for (const [what, answer, lack] of lacks) {
    test(`a camera that ${what} has no loudspeaker, and gets no further request`, async (t) => {
      const camera = await cameraWith(({ method }) => (method === "DESCRIBE" ? answer : undefined));
      assert.deepEqual((await open(t, camera)).opened, { lack });
      assert.deepEqual(
        camera.requests.map(({ method }) => method),
        ["DESCRIBE"],
      );
    });
  }

  const refusals: readonly (readonly [string, string, PeerAnswer, string])[] = [
    ["DESCRIBE", "403 Forbidden", {}, "stream_auth_failed"],
    ["SETUP", "453 Not Enough Bandwidth", {}, "stream_unreachable"],
    ["SETUP", "461 Unsupported Transport", {}, "stream_broken"],
    [
      "SETUP",
      "302 Found",
      { headers: { Location: "rtsp://127.0.0.1:9/x" } },
      "stream_redirect_refused",
    ],
    [
      "SETUP",
      "200 OK",
      { headers: { Session: "1", Transport: "RTP/AVP;unicast;client_port=5000-5001" } },
      "stream_broken",
    ],
    ["PLAY", "503 Service Unavailable", {}, "stream_unreachable"],
  ];
  for (const [at, status, more, code] of refusals) {
    test(`${status} to ${at} is ${code}`, async (t) => {
      const camera = await cameraWith(({ method }) =>
        method === at ? { status, ...more } : undefined,
      );
      const { opened, ends } = await open(t, camera);
      assert.equal((opened as SourceProblem).code, code);
      assert.deepEqual(ends, []);
    });
  }

  test("a wrong password is tried once", async (t) => {
    const challenge = { "WWW-Authenticate": 'Digest realm="cam", nonce="n1", qop="auth"' };
    const camera = await cameraWith(() => ({ status: "401 Unauthorized", headers: challenge }));
    const { opened } = await open(t, { ...camera, username: "admin", password: "guess" });
    assert.equal((opened as SourceProblem).code, "stream_auth_failed");
    assert.equal(camera.requests.length, 2);
  });

  test("a camera that closes the connection ends the talk", async (t) => {
    const camera = await cameraWith(({ method }) =>
      method === "OPTIONS" ? { close: true } : undefined,
    );
    const { ends } = await lineTo(t, camera, { keepAliveMs: 20 });
    await until(() => ends.length === 1);
    assert.equal(ends[0]!.code, "stream_unreachable");
  });

  test("a camera that gives its session 1 s gets a sign of life in time", async (t) => {
    const camera = await cameraWith(({ method, uri }) =>
      method === "SETUP" && uri.endsWith("/speaker")
        ? { headers: { Session: "5;timeout=1", Transport: "RTP/AVP/TCP;interleaved=4-5" } }
        : undefined,
    );
    const { line, ends } = await lineTo(t, camera);
    await until(() => camera.requests.some(({ method }) => method === "OPTIONS"));
    assert.equal(camera.requests.at(-1)!.headers.get("session"), "5");
    speak(line);
    await until(() => camera.packets.length === 25);
    assert.ok(camera.packets.every(({ channel }) => channel === 4));
    assert.deepEqual(ends, []);
  });

  test("a camera that stops reading ends the talk: by its silence, or by what waits for it", async (t) => {
    const stopping = () =>
      cameraWith((request) =>
        request.method === "PLAY" ? { ...politelyTalking(request), stopReading: true } : undefined,
      );
    const first = await lineTo(t, await stopping(), { keepAliveMs: 20, answerTimeoutMs: 200 });
    await until(() => first.ends.length === 1);
    assert.match(first.ends[0]!.message, /does not answer/);
    const second = await lineTo(t, await stopping());
    const payload = Buffer.alloc(160);
    const flood = (): boolean => {
      for (let at = 0; at < 1000; at += 1) second.line.send({ payload, gapSamples: 0 });
      return second.ends.length === 1;
    };
    await until(flood, { what: "the bound" });
    assert.match(second.ends[0]!.message, /does not take the sound/);
    // A line that has ended takes what comes without effect.
    second.line.send({ payload, gapSamples: 0 });
    assert.equal(second.ends.length, 1);
  });

  test("a camera that does not answer the end of the session keeps nobody waiting", async (t) => {
    const camera = await peerWith((request) =>
      request.method === "TEARDOWN" ? undefined : politelyTalking(request),
    );
    const { line, ends } = await lineTo(t, camera);
    await line.close();
    assert.deepEqual(ends, []);
  });

  test("a client that goes while the camera is asked ends the attempt", async () => {
    const leaving = new AbortController();
    const camera = await peerWith(() => {
      leaving.abort();
      return undefined;
    });
    const box = new RtspLoudspeakers();
    const opened = await box.open(
      { kind: "rtsp", url: camera.url },
      { onEnd() {}, signal: leaving.signal },
    );
    assert.equal((opened as SourceProblem).code, "stream_unreachable");
  });
});
