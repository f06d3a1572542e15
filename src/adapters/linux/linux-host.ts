import { execFile } from "node:child_process";
import { lookup } from "node:dns/promises";
import { once } from "node:events";
import { open, readdir, readFile, rm, stat, statfs } from "node:fs/promises";
import { createConnection, createServer } from "node:net";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import type { Host, Space, WriteSpeed } from "../../system/doctor/host-port.ts";

const toolMs = 10_000;
const connectMs = 5000;
const speedBytes = 8 * 1024 * 1024;
const syncs = 5;

/** The operating system that this process runs on. */
export class LinuxHost implements Host {
  readonly #root: string;
  readonly #environment: Readonly<Record<string, string | undefined>>;

  /** `root` stands before `/proc`, `/sys` and `/run`; tools come from `PATH` of `environment`. */
  constructor(options: {
    environment: Readonly<Record<string, string | undefined>>;
    root?: string;
  }) {
    this.#root = options.root ?? "/";
    this.#environment = options.environment;
  }

  async text(path: string): Promise<string | undefined> {
    return await readFile(join(this.#root, path), "utf8").catch(() => undefined);
  }

  async names(dir: string): Promise<string[]> {
    return await readdir(join(this.#root, dir)).catch(() => []);
  }

  run(command: string, args: readonly string[]) {
    const env = { ...this.#environment, LC_ALL: "C" };
    return new Promise<{ code: number; stdout: string } | undefined>((resolve) => {
      execFile(command, args, { env, timeout: toolMs, maxBuffer: 4e6 }, (error, stdout) => {
        const code = (error as { code?: unknown } | null)?.code;
        if (code === "ENOENT" || code === "EACCES") resolve(undefined);
        else resolve({ code: error ? (typeof code === "number" ? code : -1) : 0, stdout });
      });
    });
  }

  async space(dir: string): Promise<Space | undefined> {
    const found = await statfs(dir).catch(() => undefined);
    if (!found) return undefined;
    const { bavail, blocks, bsize, ffree, files } = found;
    return {
      freeBytes: bavail * bsize,
      totalBytes: blocks * bsize,
      freeFiles: ffree,
      totalFiles: files,
    };
  }

  async writeSpeed(dir: string): Promise<WriteSpeed | undefined> {
    const path = join(dir, `.speed-${process.pid}`);
    const block = Buffer.alloc(1024 * 1024, 0x5a);
    try {
      const { uid, gid } = await stat(dir);
      const file = await open(path, "wx", 0o600);
      try {
        // The service's like all that is there: the doctor is mostly root.
        if (process.getuid?.() === 0) await file.chown(uid, gid);
        const beganMs = performance.now();
        for (let left = speedBytes; left > 0; left -= block.length) await file.writeFile(block);
        await file.sync();
        const tookMs = performance.now() - beganMs;
        const each: number[] = [];
        for (let n = 0; n < syncs; n += 1) {
          const atMs = performance.now();
          await file.writeFile(block.subarray(0, 4096));
          await file.datasync();
          each.push(performance.now() - atMs);
        }
        const syncMs = each.toSorted((a, b) => a - b)[Math.floor(syncs / 2)]!;
        return { bytesPerSec: (speedBytes / tookMs) * 1000, syncMs };
      } finally {
        await file.close();
      }
    } catch {
      return undefined;
    } finally {
      await rm(path, { force: true }).catch(() => undefined);
    }
  }

  async resolves(host: string): Promise<boolean> {
    return await lookup(host).then(
      () => true,
      () => false,
    );
  }

  refusal(host: string, port: number): Promise<string | undefined> {
    return new Promise((resolve) => {
      const socket = createConnection({ host: host.replace(/^\[|\]$/g, ""), port });
      const end = (reason: string | undefined): void => {
        socket.destroy();
        resolve(reason);
      };
      socket.setTimeout(connectMs, () => end("no answer"));
      socket.once("connect", () => end(undefined));
      socket.once("error", (error: Error & { code?: string }) => end(error.code ?? "refused"));
    });
  }

  async isFree(host: string, port: number): Promise<boolean> {
    const server = createServer();
    try {
      server.listen({ host, port, exclusive: true });
      await once(server, "listening");
      server.close();
      return true;
    } catch (error) {
      return (error as { code?: unknown }).code !== "EADDRINUSE";
    }
  }

  addresses(): string[] {
    return Object.values(networkInterfaces())
      .flatMap((each) => each ?? [])
      .filter(({ internal, address }) => !internal && !/^(fe80:|169\.254\.)/i.test(address))
      .map(({ address }) => address);
  }
}
