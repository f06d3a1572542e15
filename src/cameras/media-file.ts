import { realpath, stat } from "node:fs/promises";
import { isAbsolute, relative, resolve, sep } from "node:path";
import { fail } from "../base/contract/fail.ts";

/**
 * Returns the real path of the file that a caller names when it is a regular file below one of `mediaDirs`. Links
 * are followed first, so that none leads out. Throws `file_not_allowed` (also for a missing file outside, which
 * reveals nothing about the rest of the disk) or `file_not_found`, both with `param` `source.url`.
 */
export async function resolveMediaFile(
  path: string,
  mediaDirs: readonly string[],
): Promise<string> {
  const refused = (): never => {
    throw fail(
      "file_not_allowed",
      "source.url: the file is not below a folder of media_dirs. Move it there or extend media_dirs",
      {
        param: "source.url",
      },
    );
  };
  const missing = (): never => {
    throw fail("file_not_found", "source.url: there is no such file. Correct the path", {
      param: "source.url",
    });
  };
  if (!isAbsolute(path) || path.includes("\0")) return refused();
  const absolutePath = resolve(path);
  const realDirs = await Promise.all(mediaDirs.map((dir) => realpath(dir).catch(() => undefined)));
  const roots = realDirs.filter((dir) => dir !== undefined);
  const isNamedBelow = [...mediaDirs, ...roots].some((dir) => isBelow(absolutePath, resolve(dir)));
  if (!isNamedBelow) return refused();
  const real = await realpath(absolutePath).catch(() => undefined);
  if (real === undefined) return missing();
  if (!roots.some((root) => isBelow(real, root))) return refused();
  const found = await stat(real).catch(() => undefined);
  return found?.isFile() ? real : missing();
}

function isBelow(path: string, dir: string): boolean {
  const way = relative(dir, path);
  return way !== "" && way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
