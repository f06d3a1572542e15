import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fail } from "../../../base/contract/fail.ts";
import type { DicomFacts, DicomPixels } from "../../../health/compute-port.ts";
import { type ProgramEnd, runBounded } from "./bounded-program.ts";

/** Larger pictures are refused before they are decoded. */
const maxPixels = 50_000_000;
/** JPEG-LS and JPEG 2000 (PS3.6, Annex A): `dcmj2pnm` reads neither, `gdcmconv` both. */
const forGdcm = /^1\.2\.840\.10008\.1\.2\.4\.(8[01]|9[0-3])$/;
const noPixels =
  "DICOM file: holds no picture (PixelData (7FE0,0010) is missing or empty). Send an image object";
/** Memory, on Linux: a program can seek in a file there that is on no disk. */
const memoryDir = "/dev/shm";

/** The programs, and the Debian packages that have them. */
const packages = { dcmj2pnm: "dcmtk", gdcmconv: "libgdcm-tools" } as const;

/**
 * Decodes DICOM pixels with dcmtk's `dcmj2pnm`, after GDCM's `gdcmconv` where they are compressed with JPEG 2000
 * or JPEG-LS: one process for each, bounded in time, memory and output. Nothing touches a disk.
 */
export class DcmtkPixels implements DicomPixels {
  readonly #programs: Record<keyof typeof packages, string>;
  readonly #dir: string | undefined;

  /** Replaces the usual programs, or the usual folder for seekable files. */
  constructor(options: Partial<Record<keyof typeof packages | "dir", string>> = {}) {
    const { dir, ...programs } = options;
    this.#programs = { dcmj2pnm: "dcmj2pnm", gdcmconv: "gdcmconv", ...programs };
    this.#dir = dir;
  }

  async png(bytes: Uint8Array, facts: DicomFacts, signal: AbortSignal): Promise<Uint8Array> {
    if (!facts.hasPixels) throw fail("input_unreadable", noPixels);
    if ((facts.rows ?? 0) * (facts.columns ?? 0) > maxPixels) {
      throw fail(
        "input_unreadable",
        "DICOM picture: has more than 50 megapixels. Send a smaller one",
      );
    }
    const readable = forGdcm.test(facts.transferSyntax)
      ? await this.#uncompressed(bytes, signal)
      : bytes;
    // The window that the file brings along, else from its darkest to its brightest pixel.
    const window = facts.hasWindow ? ["+Wi", "1"] : ["+Wm"];
    const options = ["--quiet", "-O", "+F", "1", ...window, "--write-png", "-mf", "-"];
    const { dcmj2pnm } = this.#programs;
    const png = doneOf("dcmj2pnm", await runBounded([dcmj2pnm, ...options], readable, signal));
    if (png.length === 0) throw undecodable();
    return png;
  }

  /** The same file with its pixels as they are; GDCM does not read from pipes. */
  async #uncompressed(bytes: Uint8Array, signal: AbortSignal): Promise<Uint8Array> {
    const parent = this.#dir ?? (existsSync(memoryDir) ? memoryDir : tmpdir());
    const dir = await mkdtemp(join(parent, "gatehouse-"));
    try {
      const [from, to] = [join(dir, "in"), join(dir, "out")];
      await writeFile(from, bytes, { mode: 0o600 });
      const { gdcmconv } = this.#programs;
      const command = [gdcmconv, "--raw", "-i", from, "-o", to] as const;
      doneOf("gdcmconv", await runBounded(command, Buffer.alloc(0), signal));
      return await readFile(to).catch(() => {
        throw undecodable();
      });
    } finally {
      await rm(dir, { recursive: true, force: true });
    }
  }
}

function doneOf(program: keyof typeof packages, end: ProgramEnd): Buffer {
  switch (end.kind) {
    case "done":
      return end.out;
    case "missing":
      throw missing(program);
    case "late":
      throw fail(
        "input_unreadable",
        "DICOM picture: takes too long to decode. Send a smaller one",
        {
          cause: end.cause,
        },
      );
    case "failed":
      throw undecodable();
  }
}

function missing(program: keyof typeof packages) {
  const what = program === "gdcmconv" ? "DICOM pictures in JPEG 2000 or JPEG-LS" : "DICOM pictures";
  const name = packages[program];
  return fail(
    "dicom_tools_missing",
    `${program}: is missing; ${what} need it. Install it: apt-get install ${name}`,
  );
}

function undecodable() {
  return fail("input_unreadable", "DICOM picture: cannot be decoded. Export it again");
}
