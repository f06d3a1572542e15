import { execFile, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { accessSync, closeSync, constants, openSync, rmSync } from "node:fs";
import { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { fail } from "../../../../base/contract/fail.ts";
import { describeError } from "../../../../base/core/errors.ts";

/**
 * The bytes that a pipe holds: a picture of the models' sizes and more, so that ffmpeg and this process take
 * turns once a picture and not at each sixteen pages. It is what Linux allows everybody (pipe(7),
 * pipe-max-size).
 */
const pipeBytes = 1_048_576;
/** Bytes read at once: they are still in a core's cache when they are copied into the picture. */
const readBytes = 262_144;
/** `fcntl(F_SETPIPE_SZ)` on the descriptor that a helper is given; Node has no call for it. */
const enlargePipeArgs = ["-e", `fcntl(STDOUT, 1031, ${pipeBytes})`];

const run = promisify(execFile);

/** The events of a pipe for its owner. */
export interface FramePipeEvents {
  /** The next bytes; they are overwritten as soon as this returns. */
  onData(bytes: Buffer): void;
  /** Everything has been read, or the pipe broke. Called once, never after `destroy`. */
  onEnd(): void;
}

/** Both ends of a pipe; its owner closes them. */
export interface PipeEnds {
  readFd: number;
  writeFd: number;
}

/**
 * Makes a pipe of `pipeBytes`. Rejects with `child_failed` when none can be made. Node makes no pipes; a named one
 * that is unlinked at once is the same, in memory where there is such a place: a disk's would note the time of each
 * write in its journal.
 */
export async function makePipe(): Promise<PipeEnds> {
  const dir = canWrite("/dev/shm") ? "/dev/shm" : tmpdir();
  const path = join(dir, `gatehouse-frames-${randomUUID()}`);
  try {
    // On a crowded box a program starts slowly, and the models' results must not wait for it.
    await run("mkfifo", ["-m", "600", path]);
    const readFd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const writeFd = openSync(path, constants.O_WRONLY);
    enlarge(writeFd);
    return { readFd, writeFd };
  } catch (cause) {
    throw fail(
      "child_failed",
      `decoder: cannot get a pipe (${describeError(cause)}). Restart the appliance`,
      { cause },
    );
  } finally {
    rmSync(path, { force: true });
  }
}

/** Closes an unused pipe. */
export function closePipe({ readFd, writeFd }: PipeEnds): void {
  closeSync(readFd);
  closeSync(writeFd);
}

/**
 * A pipe from a child process that is emptied into one buffer. A stream of Node's own makes a new
 * buffer for each read: at some 300 KB a frame, clearing those away took a tenth of the vision
 * process's time.
 */
export class FramePipe {
  /** The end to give to the child; `release` it once the child has it. */
  readonly writeFd: number;
  readonly #socket: Socket;

  private constructor(socket: Socket, writeFd: number) {
    this.#socket = socket;
    this.writeFd = writeFd;
  }

  /** Reads the pipe from now on and owns its ends. */
  static open({ readFd, writeFd }: PipeEnds, events: FramePipeEvents): FramePipe {
    const socket = new Socket({
      fd: readFd,
      readable: true,
      writable: false,
      onread: {
        buffer: Buffer.allocUnsafeSlow(readBytes),
        callback: (count, buffer) => {
          events.onData(Buffer.from(buffer.buffer, buffer.byteOffset, count));
          return true;
        },
      },
    });
    socket.on("error", () => {});
    socket.on("close", () => events.onEnd());
    socket.resume();
    return new FramePipe(socket, writeFd);
  }

  /** Closes this process's copy of the writing end, so that the child's exit ends the pipe. */
  release(): void {
    closeSync(this.writeFd);
  }

  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  /** Reads no more. */
  destroy(): void {
    this.#socket.removeAllListeners("close");
    this.#socket.destroy();
  }
}

function canWrite(dir: string): boolean {
  try {
    accessSync(dir, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Without perl (an essential package of Debian and Ubuntu) the pipe stays as it is, and costs more. */
function enlarge(fd: number): void {
  spawn("perl", enlargePipeArgs, { stdio: ["ignore", fd, "ignore"] }).on("error", () => {});
}
