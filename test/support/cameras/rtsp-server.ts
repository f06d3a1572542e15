import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { type Footage, makeFootage } from "./camera-footage.ts";

/** A test camera: what it shows and how it is reached. */
export interface RtspServerOptions extends Omit<Footage, "codec"> {
  /** Path of the stream; default `/cam`. */
  path?: string;
  /** 0 (default) lets the system choose. */
  port?: number;
  /** Where it listens; loopback when absent. */
  address?: string;
  user?: string;
  password?: string;
  auth?: "basic" | "digest";
  codec?: "h264" | "hevc" | "mjpeg" | "vp8" | "audio";
  /** Adds sound beside the video: a beep of 0.1 s each second, with the first frame of the footage. */
  audio?: "aac" | "opus" | "pcma" | "pcmu" | "speex";
  /** File with other sound: samples of 16 bits at 16 kHz, played in a loop. */
  sound?: string;
  /** Offers a loudspeaker, which writes the samples that it plays to `file`: 16 bits at 8 kHz. */
  talk?: { codec: "pcma" | "pcmu"; file: string };
  tls?: { cert: string; key: string };
}

/** A running test camera. Always `stop()` it. */
export interface RtspServer {
  /** `rtsp(s)://address:port/path`, without credentials. */
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** Power cut: SIGKILL. The port is free afterwards. */
  kill(): Promise<void>;
  /** SIGSTOP: connections stay open, nothing comes. */
  freeze(): void;
  /** SIGCONT. */
  thaw(): void;
  /** Comes (back) on the same port, with other options where given. */
  restart(overrides?: RtspServerOptions): Promise<void>;
  /** Goes on with other footage of the same codec on the running connections. */
  switchFootage(footage: Footage): Promise<void>;
  stop(): Promise<void>;
}

const script = fileURLToPath(new URL("rtsp-server.py", import.meta.url));

function serverArgs(options: RtspServerOptions, footage: string | undefined): string[] {
  const args = ["--port", String(options.port ?? 0), "--path", options.path ?? "/cam"];
  args.push("--codec", options.codec ?? "h264", "--fps", String(options.fps ?? 15));
  if (options.address !== undefined) args.push("--address", options.address);
  if (footage !== undefined) args.push("--file", footage);
  if (options.user !== undefined) args.push("--user", options.user);
  if (options.password !== undefined) args.push("--password", options.password);
  if (options.auth !== undefined) args.push("--auth", options.auth);
  if (options.audio) args.push("--audio", options.audio);
  if (options.sound !== undefined) args.push("--sound", options.sound);
  if (options.talk) args.push("--talk", options.talk.codec, "--talk-file", options.talk.file);
  if (options.tls) args.push("--tls-cert", options.tls.cert, "--tls-key", options.tls.key);
  return args;
}

async function launch(options: RtspServerOptions): Promise<{ child: ChildProcess; port: number }> {
  const { codec = "h264", ...rest } = options;
  const footage =
    codec === "audio" || codec === "vp8" ? undefined : await makeFootage({ ...rest, codec });
  const child = spawn("/usr/bin/python3", [script, ...serverArgs(options, footage)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout });
  const first = await Promise.race([
    once(lines, "line").then(([line]) => String(line)),
    once(child, "exit").then(() => undefined),
  ]);
  if (first === undefined) throw new Error("the RTSP test server did not start");
  return { child, port: (JSON.parse(first) as { port: number }).port };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill("SIGKILL");
  await gone;
}

/** Starts a real RTSP camera, on loopback unless it has an address; resolves when it listens. */
export async function startRtspServer(options: RtspServerOptions = {}): Promise<RtspServer> {
  let current = options;
  const first = await launch(current);
  const { port } = first;
  let { child } = first;
  const scheme = options.tls ? "rtsps" : "rtsp";
  return {
    url: `${scheme}://${options.address ?? "127.0.0.1"}:${port}${options.path ?? "/cam"}`,
    port,
    get pid() {
      return child.pid!;
    },
    kill: () => end(child),
    freeze: () => void child.kill("SIGSTOP"),
    thaw: () => void child.kill("SIGCONT"),
    async restart(overrides = {}) {
      await end(child);
      current = { ...current, ...overrides, port };
      ({ child } = await launch(current));
    },
    async switchFootage(footage) {
      const file = await makeFootage({ fps: current.fps ?? 15, ...footage });
      child.stdin?.write(`switch ${file}\n`);
    },
    stop: () => end(child),
  };
}
