import { dirname, relative } from "node:path";
import { build } from "rolldown";

/**
 * Packages of many small modules, without dependencies, that a start needs. The other packages stay outside: they
 * find files beside themselves, or load only when they are used.
 */
const inlined = /^(?:typebox|yaml|jose|@bufbuild\/protobuf|culori|commander)(?:\/|$)/;

function isExternal(id: string): boolean {
  const isPath = id.startsWith(".") || id.startsWith("/") || id.startsWith("\0");
  return !isPath && !inlined.test(id);
}

/**
 * Bundles the program `input` with its sources into `outDir`, as `<name of the program>.js` and chunks. `outDir` must be
 * one folder, existing or not, from which Node.js finds the packages of the repository. A source keeps its own address
 * (`import.meta.url`), because it finds child programs, pictures and models beside itself; it keeps it while the sources
 * and `finalDir`, where the bundle will lie, do not move against each other.
 */
export async function bundleProgram(program: {
  input: string;
  outDir: string;
  finalDir?: string;
}): Promise<void> {
  const { input, outDir, finalDir = outDir } = program;
  const keepAddress = (code: string, id: string): string | null => {
    if (!id.endsWith(".ts") || !code.includes("import.meta.")) return null;
    const path = relative(finalDir, id);
    const folder = JSON.stringify(`/${dirname(path)}`);
    return code
      .replaceAll("import.meta.url", `new URL(${JSON.stringify(path)}, import.meta.url).href`)
      .replaceAll("import.meta.dirname", `(import.meta.dirname + ${folder})`);
  };
  await build({
    input,
    platform: "node",
    external: isExternal,
    plugins: [{ name: "keep-address", transform: keepAddress }],
    output: { dir: outDir, format: "esm", keepNames: true },
  });
}
