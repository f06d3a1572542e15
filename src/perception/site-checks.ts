import { existsSync, readdirSync } from "node:fs";
import { isIP } from "node:net";
import { join } from "node:path";
import type { Fault } from "../base/contract/explain.ts";
import { cidrFaults, isLoopback, within } from "../base/settings/networks.ts";
import { requestFaults } from "./settings/request-faults.ts";
import { installDir } from "../base/settings/install-dir.ts";
import type { SiteYaml } from "../system/config/schema.ts";
import type { CameraYaml } from "./site-settings.ts";

/** Returns the faults of cameras whose fields are each valid, but which the box would refuse to watch. */
export function cameraFaults(yaml: SiteYaml): Fault[] {
  const isInside = within(yaml.camera_networks);
  const networks = cidrFaults(["camera_networks"], yaml.camera_networks);
  const cameras = yaml.cameras.flatMap((camera, at, all) => [
    ...faultsOf(camera, at, all),
    ...profileFaults(camera, at),
    ...(isInside ? networkFaults(camera, at, { yaml, isInside }) : []),
  ]);
  return [...networks, ...cameras];
}

function faultsOf(camera: CameraYaml, at: number, all: readonly CameraYaml[]): Fault[] {
  const faults: Fault[] = [];
  const twin = all.findIndex(
    (each) => each.id === camera.id && each.organisation === camera.organisation,
  );
  if (twin < at) {
    faults.push({
      path: ["cameras", at, "id"],
      message: `is the id of camera ${twin + 1} already`,
    });
  }
  if (camera.source.password !== undefined && camera.source.password_file !== undefined) {
    faults.push({
      path: ["cameras", at, "source", "password"],
      message: "stands beside password_file: give one of the two",
    });
  }
  const { id, organisation: _organisation, source, ...rest } = camera;
  const { password_file: _file, ...plain } = source;
  const refused = requestFaults({ ...rest, stream_id: id, source: plain });
  return [
    ...faults,
    ...refused.map(({ path, message }) => ({ path: ["cameras", at, ...path], message })),
  ];
}

/** Returns the addresses outside of the allowed networks; the connection checks names. */
function networkFaults(
  { source }: CameraYaml,
  at: number,
  { yaml, isInside }: { yaml: SiteYaml; isInside: (ip: string) => boolean },
): Fault[] {
  if (source.type === "file" || source.type === "robot") return [];
  return (["url", "sub_url", "onvif_url"] as const).flatMap((name) => {
    const host = URL.parse(source[name] ?? "")?.hostname.replace(/^\[(.*)\]$/, "$1") ?? "";
    const path = ["cameras", at, "source", name];
    const ip = /(^|\.)localhost\.?$/.test(host) ? "127.0.0.1" : host;
    if (isIP(ip) === 0 || isInside(ip)) return [];
    if (!isLoopback(ip)) return [{ path, message: "is in no network of camera_networks" }];
    if (yaml.allow_loopback_cameras) return [];
    return [{ path, message: "is on this machine: that takes allow_loopback_cameras: true" }];
  });
}

function profileFaults({ profile }: CameraYaml, at: number): Fault[] {
  if (profile === undefined || profileNames().includes(profile)) return [];
  const message = `is no profile; there are: ${profileNames().join(", ")}`;
  return [{ path: ["cameras", at, "profile"], message }];
}

/** The profiles of this release, by the names of their files. */
function profileNames(): string[] {
  const dir = join(installDir, "config/profiles");
  const files = existsSync(dir) ? readdirSync(dir).toSorted() : [];
  return files
    .filter((file) => file.endsWith(".yaml"))
    .map((file) => file.slice(0, -".yaml".length));
}
