import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";

const launcher = fileURLToPath(new URL("../../../scripts/gatehouse", import.meta.url));

/** How a command ended. */
export interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs `gatehouse` with `args` to its end; `input` goes to its standard input. */
export function gatehouse(
  args: readonly string[],
  options: { cwd?: string; command?: string; input?: string } = {},
): Promise<Ended> {
  return new Promise((resolve) => {
    const { cwd, command = launcher, input } = options;
    const child = execFile(command, args, { cwd, timeout: 120_000 }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code ?? -1) : 0, stdout, stderr });
    });
    if (input !== undefined) child.stdin?.end(input);
  });
}
