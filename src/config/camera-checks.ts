import { isIP } from "node:net";
import type { Fault } from "../contract/explain.ts";
import { isLoopback, within } from "./networks.ts";
import type { CameraYaml, SiteYaml } from "./schema.ts";

/** What is wrong with cameras whose fields are each right by themselves: the box would refuse to watch them. */
export function cameraFaults(yaml: SiteYaml): Fault[] {
  const isInside = within(yaml.camera_networks);
  return yaml.cameras.flatMap((camera, at, all) => [
    ...faultsOf(camera, at, all),
    ...(isInside ? networkFaults(camera, at, { yaml, isInside }) : []),
  ]);
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
  return [...faults, ...addressFaults(camera, at), ...zoneFaults(camera, at)];
}

/** Addresses that no camera can have; the message repeats none, which may hold a password. */
function addressFaults({ source }: CameraYaml, at: number): Fault[] {
  if (source.type === "file") return [];
  const own: readonly string[] = [source.type];
  const schemes = { url: own, sub_url: own, onvif_url: ["http", "https"] };
  return (["url", "sub_url", "onvif_url"] as const).flatMap((name) => {
    const text = source[name];
    if (text === undefined) return [];
    const url = URL.parse(text);
    const path = ["cameras", at, "source", name];
    const isOne = url !== null && schemes[name].includes(url.protocol.slice(0, -1));
    if (!isOne || url.hostname === "") {
      const begins = schemes[name].map((scheme) => `${scheme}://`).join(" or ");
      return [{ path, message: `must be an address that begins with ${begins}` }];
    }
    const isOpen = name === "onvif_url" && `${url.username}${url.password}` !== "";
    return isOpen ? [{ path, message: "holds credentials: give username and password" }] : [];
  });
}

/** Addresses that are outside of what the site allows; names are looked up when they are called. */
function networkFaults(
  { source }: CameraYaml,
  at: number,
  { yaml, isInside }: { yaml: SiteYaml; isInside: (ip: string) => boolean },
): Fault[] {
  if (source.type === "file") return [];
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

/** Zones that a behavior names and that are not there, and zones without an inside. */
function zoneFaults({ behaviors = [], context }: CameraYaml, at: number): Fault[] {
  const zones = context?.zones ?? {};
  const strays = behaviors.flatMap((behavior, index) =>
    (["zone", "line"] as const).flatMap((name) => {
      const zone = behavior[name];
      if (zone === undefined || Object.hasOwn(zones, zone)) return [];
      const known = Object.keys(zones).join(", ") || "none";
      const message = `names no zone of context.zones; there are: ${known}`;
      return [{ path: ["cameras", at, "behaviors", index, name], message }];
    }),
  );
  const flat = Object.entries(zones).flatMap(([name, { xyxy }]) => {
    if (xyxy === undefined || (xyxy[0] < xyxy[2] && xyxy[1] < xyxy[3])) return [];
    const message = "is left, top, right, bottom: x1 < x2 and y1 < y2";
    return [{ path: ["cameras", at, "context", "zones", name, "xyxy"], message }];
  });
  return [...strays, ...flat];
}
