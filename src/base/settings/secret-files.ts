import { readFile } from "node:fs/promises";

/** Longest password or key, in characters. */
const maxSecret = 512;

/** Returns the first line of `file`, which is `what`, or the reason why there is none. */
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

/** Returns the reason why a file could not be read, in words. */
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

/** Returns a file in PEM, or the reason why it is not one. */
export async function readPem(path: string): Promise<string | { message: string }> {
  try {
    const text = await readFile(path, "utf8");
    return text.includes("-----BEGIN ") ? text : { message: "names a file that is not PEM" };
  } catch (error) {
    return { message: `cannot be read (${readProblem(error)})` };
  }
}
