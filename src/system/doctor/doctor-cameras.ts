import { isNetworkCamera, type SourceSpec } from "../../cameras/source.ts";
import type { SiteConfig } from "../config/site-config.ts";
import type { DoctorCamera } from "./check.ts";

/** A stream of the running appliance. */
interface DoctorStream {
  task: { org: string; streamId: string; source: SourceSpec; sub?: SourceSpec };
}

/**
 * Returns the cameras of the running appliance with their passwords, which no answer of the API may
 * contain.
 */
export function watchedCameras(running: Iterable<DoctorStream>, siteOrg: string): DoctorCamera[] {
  return [...running].flatMap(({ task: { org, streamId, source, sub } }) => {
    if (!isNetworkCamera(source)) return [];
    const { url, username, password } = source;
    return [
      {
        name: nameOf(org, streamId, siteOrg),
        url,
        ...(sub === undefined ? {} : { subUrl: sub.url }),
        ...(username === undefined ? {} : { username }),
        ...(password === undefined ? {} : { password }),
      },
    ];
  });
}

/** Returns the cameras of the configuration with an RTSP address. */
export function configuredCameras({ cameras, site }: SiteConfig): DoctorCamera[] {
  return cameras.flatMap(({ organisation, request: { stream_id: id = "camera", source } }) => {
    if (!source || source.type === "file") return [];
    const { url, sub_url: subUrl, username, password } = source;
    return [
      {
        name: nameOf(organisation, id, site.organisation),
        url,
        ...(subUrl === undefined ? {} : { subUrl }),
        ...(username === undefined ? {} : { username }),
        ...(password === undefined ? {} : { password }),
      },
    ];
  });
}

/** Merges both lists; a camera in both is taken as watched. */
export function mergedCameras(
  watched: readonly DoctorCamera[],
  configured: readonly DoctorCamera[],
): DoctorCamera[] {
  const names = new Set(watched.map(({ name }) => name));
  return [...watched, ...configured.filter(({ name }) => !names.has(name))];
}

function nameOf(org: string, streamId: string, siteOrg: string): string {
  return org === siteOrg ? streamId : `${org}/${streamId}`;
}
