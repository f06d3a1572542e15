import type { SourceSpec } from "../../cameras/source.ts";
import { invalidField } from "../../base/contract/fail.ts";
import { robotVideo } from "../core/stream-terms.ts";
import type { StreamRequest } from "./stream-document.ts";

type SourceRequest = NonNullable<StreamRequest["source"]>;

/** `robot://<robot_id>[/<topic>]`; a topic that starts with a slash of its own is `//` after the id. */
const address =
  /^robot:\/\/([A-Za-z0-9_:-][A-Za-z0-9._:-]{0,127})(?:\/(\/?[A-Za-z_][A-Za-z0-9_/]{0,199}))?$/;
/** Fields that belong to cameras in the network. */
const foreign = ["username", "password", "sub_url", "onvif_url"] as const;

/**
 * Reads the source of a robot's camera; `org` is the organisation of both. Throws `invalid_request_body` with the
 * field.
 */
export function readRobotSource(wire: SourceRequest, org: string): SourceSpec {
  const field = foreign.find((each) => wire[each] !== undefined);
  if (field !== undefined) {
    throw invalidField(`source.${field}`, "is not for the camera of a robot. Leave it out");
  }
  const [url, id, topic = null] = address.exec(wire.url) ?? [];
  if (url === undefined || id === undefined) {
    throw invalidField(
      "source.url",
      "is no address of a robot's camera. Use a form such as `robot://tug` or `robot://tug/image/compressed`",
    );
  }
  const { fps = robotVideo.fps, width_px: widthPx = robotVideo.widthPx } = wire;
  return { kind: "robot", url, robot: { org, id, topic, fps, widthPx } };
}

/** Refuses the fields of a robot's camera for other sources. */
export function refuseRobotFields(wire: SourceRequest): void {
  const field = (["fps", "width_px"] as const).find((each) => wire[each] !== undefined);
  if (field === undefined) return;
  throw invalidField(`source.${field}`, "is only for type `robot`. Leave it out");
}
