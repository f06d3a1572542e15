import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { StreamRequest } from "../perception/wire/surveillance.ts";
import type { Fault } from "../base/contract/explain.ts";
import { installDir } from "../base/settings/paths.ts";
import type { CameraYaml } from "../system/config/schema.ts";
import type { CameraConfig } from "../system/config/site-config.ts";

/** Passwords and keys are shorter, in characters. */
const maxSecret = 512;

/**
 * Makes stream requests of the configured cameras: `id` becomes `stream_id`, and passwords are read
 * from their files. A file that cannot be read is a fault of its camera.
 */
export async function readCameras(
  cameras: readonly CameraYaml[],
): Promise<{ cameras: CameraConfig[]; faults: Fault[] }> {
  const faults: Fault[] = [];
  const read = await Promise.all(
    cameras.map(async (camera, at): Promise<CameraConfig> => {
      const { id, organisation, source, ...rest } = camera;
      const { password_file: file, ...plain } = source;
      const request = { ...rest, stream_id: id, source: plain } satisfies StreamRequest;
      if (file === undefined) return { organisation, request };
      const password = await readSecret(resolve(installDir, file));
      if (typeof password === "string") {
        return { organisation, request: { ...request, source: { ...plain, password } } };
      }
      faults.push({ path: ["cameras", at, "source", "password_file"], message: password.message });
      return { organisation, request };
    }),
  );
  return { cameras: read, faults };
}

/** The first line of `file`, which is `what`, or why there is none. */
export async function readSecret(
  file: string,
  what = "the password",
): Promise<string | { message: string }> {
  try {
    const text = await readFile(file, "utf8");
    const line = text.split(/\r?\n/, 1)[0]!;
    if (line === "") return { message: `names an empty file: its first line is ${what}` };
    return line.length <= maxSecret
      ? line
      : { message: `names a file whose first line is not ${what}` };
  } catch (error) {
    return { message: `cannot be read (${readProblem(error)})` };
  }
}

/** Why a file could not be read, in words. */
export function readProblem(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  switch (code) {
    case "ENOENT":
      return "there is no such file";
    case "EACCES":
    case "EPERM":
      return "permission denied";
    case "EISDIR":
      return "it is a directory";
    default:
      return "it is not readable";
  }
}
