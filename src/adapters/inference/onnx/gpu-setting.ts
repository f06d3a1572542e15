import { readFile, realpath } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { EngineSetting } from "./engine-cache.ts";

/** Where the kernel or JetPack says which driver runs. */
const driverFiles = [
  "/sys/module/nvidia/version",
  "/proc/driver/nvidia/version",
  "/etc/nv_tegra_release",
];
/** Folders in which NVIDIA's packages put TensorRT. */
const libraryFolders = [
  "/usr/lib/x86_64-linux-gnu",
  "/usr/lib/aarch64-linux-gnu",
  "/usr/local/tensorrt/lib",
];
const library = "libnvinfer.so.10";

/** Reads driver and versions of this box; `root` is prepended to every path. Unknown ones are "unknown". */
export async function readGpuSetting(
  precision: EngineSetting["precision"],
  root = "",
): Promise<EngineSetting> {
  const { version } = createRequire(import.meta.url)("onnxruntime-node/package.json") as {
    version: string;
  };
  const driver = await firstOf(driverFiles, async (path) => {
    return (await readFile(join(root, path), "utf8")).split("\n")[0]!.trim();
  });
  // The link leads to a file whose name has the whole version.
  const tensorrt = await firstOf(libraryFolders, async (folder) => {
    return (await realpath(join(root, folder, library))).split(".so.").at(-1)!;
  });
  return { driver, runtime: `onnxruntime ${version}, tensorrt ${tensorrt}`, precision };
}

async function firstOf(
  places: readonly string[],
  read: (place: string) => Promise<string>,
): Promise<string> {
  for (const place of places) {
    const text = await read(place).catch(() => "");
    if (text !== "") return text;
  }
  return "unknown";
}
