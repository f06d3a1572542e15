import { stat } from "node:fs/promises";
import { join } from "node:path";

/** Place of a catalogue model's file inside a folder of shipped models, where a release carries it. */
export function bundledPath(name: string): string {
  return join("catalogue", `${name}.onnx`);
}

/** The file of catalogue model `name` that the release in `shipped` carries; undefined when it carries none. */
export async function bundledFile(shipped: string, name: string): Promise<string | undefined> {
  const path = join(shipped, bundledPath(name));
  return await stat(path).then(
    () => path,
    () => undefined,
  );
}
