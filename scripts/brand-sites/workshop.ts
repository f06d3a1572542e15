import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import sharp from "sharp";

/** Files of a site by their path below its root. */
export type Files = Record<string, string | Buffer>;

/** A folder outside of the repository with the packages installed, in which sites are built. */
export interface Workshop {
  dir: string;
  modules: string;
  write(path: string, text: string): void;
  png(svg: string, widthPx: number): Promise<Buffer>;
}

/** The workshop in `dir`. */
export function workshopIn(dir: string): Workshop {
  return {
    dir,
    modules: join(dir, "node_modules"),
    write(path, text) {
      mkdirSync(dirname(join(dir, path)), { recursive: true });
      writeFileSync(join(dir, path), text);
    },
    png: (svg, widthPx) => sharp(Buffer.from(svg)).resize({ width: widthPx }).png().toBuffer(),
  };
}

/** The text of a file. */
export function read(dir: string, path: string): string {
  return readFileSync(join(dir, path), "utf8");
}

/** Runs a program of the workshop; throws when it fails. */
export function run({ dir }: Workshop, program: string, args: string[]): void {
  execFileSync(program, args, { cwd: dir, stdio: ["ignore", "ignore", "inherit"] });
}
