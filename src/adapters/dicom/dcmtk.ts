import { spawn } from "node:child_process";
import { fail } from "../../contract/fail.ts";
import type { DicomFacts, DicomPixels } from "../../health/compute-port.ts";

const program = "dcmj2pnm";
/** Address space and processor time of one conversion: 50 megapixels of 16 bits need a third. */
const addressBytes = 1024 * 1024 * 1024;
const cpuSec = 20;
const deadlineMs = 30_000;
const maxPngBytes = 64 * 1024 * 1024;
/** Larger pictures are refused before they are decoded. */
const maxPixels = 50_000_000;

/**
 * Decodes DICOM pixels with dcmtk's `dcmj2pnm`, one process for each picture, bounded in time, memory and
 * output; the file goes in and the picture comes out by pipes, so that neither touches a disk.
 */
export class DcmtkPixels implements DicomPixels {
  readonly #program: string;

  constructor(options: { program?: string } = {}) {
    this.#program = options.program ?? program;
  }

  async png(bytes: Uint8Array, facts: DicomFacts, signal: AbortSignal): Promise<Uint8Array> {
    if (!facts.hasPixels) throw fail("input_unreadable", "the DICOM file holds no picture");
    if ((facts.rows ?? 0) * (facts.columns ?? 0) > maxPixels) {
      throw fail("input_unreadable", "the DICOM picture has more than 50 megapixels");
    }
    signal.throwIfAborted();
    // The window that the file brings along, else from its darkest to its brightest pixel.
    const window = facts.hasWindow ? ["+Wi", "1"] : ["+Wm"];
    const options = ["--quiet", "-O", "+F", "1", ...window, "--write-png", "-mf", "-"];
    const limits = [`--as=${addressBytes}`, `--cpu=${cpuSec}`];
    const child = spawn("prlimit", [...limits, this.#program, ...options], {
      stdio: ["pipe", "pipe", "pipe"],
      signal: AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]),
      killSignal: "SIGKILL",
    });
    const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
    const out: Buffer[] = [];
    let outBytes = 0;
    child.stdout.on("data", (chunk: Buffer) => {
      outBytes += chunk.length;
      if (outBytes > maxPngBytes) child.kill("SIGKILL");
      else out.push(chunk);
    });
    // What it says may quote the file: it is read, so that the pipe does not fill, and dropped.
    child.stderr.resume();
    child.stdin.on("error", () => undefined);
    child.once("error", (cause) => reject(failure(cause, signal)));
    child.once("close", (code) => {
      // prlimit answers 127 when there is no such program.
      if (code === 127) reject(missing());
      else if (code === 0 && outBytes > 0) resolve(Buffer.concat(out));
      else reject(undecodable(facts));
    });
    child.stdin.end(bytes);
    return await promise;
  }
}

function failure(cause: Error, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason;
  if ((cause as { code?: unknown }).code === "ENOENT") return missing();
  return fail("input_unreadable", "the DICOM picture takes too long to decode", { cause });
}

function missing() {
  return fail("dicom_tools_missing", "DICOM pictures need dcmtk: apt-get install dcmtk");
}

/** JPEG 2000 and JPEG-LS are not in Debian's dcmtk (PS3.6, Annex A names the syntaxes). */
function undecodable({ transferSyntax }: DicomFacts) {
  const isJpeg2000 = /^1\.2\.840\.10008\.1\.2\.4\.9[0-3]$/.test(transferSyntax);
  return fail(
    "input_unreadable",
    isJpeg2000
      ? "the DICOM picture is compressed with JPEG 2000, which dcmtk does not decode: export it as JPEG or uncompressed"
      : "the DICOM picture cannot be decoded",
  );
}
