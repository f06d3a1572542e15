import { readSecret } from "../base/settings/secret-files.ts";
import { resolve } from "node:path";
import type { StreamRequest } from "./wire/surveillance.ts";
import type { Fault } from "../base/contract/explain.ts";
import { installDir } from "../base/settings/install-dir.ts";
import type { CameraYaml } from "../system/config/schema.ts";
import type { CameraConfig } from "../system/config/site-config.ts";

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
