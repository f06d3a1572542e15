import { fail } from "../../base/contract/fail.ts";
import { camerasOf, maySee } from "../../base/contract/person.ts";
import type { Gate } from "../gates.ts";

/** The stream that an incident is of; undefined for an incident that the organisation does not have. */
export type StreamOfIncident = (org: string, incidentId: string) => string | undefined;

/**
 * Keeps people who may see only some cameras from the others. A path that names a stream or an incident is open to
 * them where it is of one of theirs, and otherwise `not_found`, like one that does not exist. Every other route is
 * refused with `camera_restricted`, unless it declares that it shows no camera or leaves the others out itself. In a fleet,
 * an incident that this box does not have may be one of another box, which checks it there.
 */
export function cameraCheck(streamOfIncident: StreamOfIncident, isInFleet: boolean): Gate {
  return ({ caller, params, routeOptions, is404 }) => {
    if (!caller || is404 || camerasOf(caller) === undefined) return;
    const named = params as Record<string, string | undefined>;
    const streamId = named["stream_id"];
    const incidentId = named["incident_id"];
    const found =
      incidentId === undefined ? undefined : streamOfIncident(caller.org, incidentId.toLowerCase());
    if (incidentId !== undefined && found === undefined && isInFleet) return;
    const camera = incidentId === undefined ? streamId : (found ?? "");
    if (camera !== undefined) {
      if (maySee(caller, camera)) return;
      throw fail("not_found", "camera: there is no such camera or incident. List them");
    }
    const { access, cameras } = routeOptions.config;
    if (access === "public" || cameras !== undefined) return;
    throw fail(
      "camera_restricted",
      "cameras: your account may see only some, and this is about all. Ask an administrator",
    );
  };
}
