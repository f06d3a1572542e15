import { GatehouseError } from "../../base/core/errors.ts";
import { type BoxAddress, callBox } from "../box/api.ts";
import type { PlannedCamera } from "./camera.ts";

/** What became of a camera of the plan. */
export interface StreamOutcome {
  stream_id: string;
  /** `planned`: nobody asked the box. `new`: a dry run found no such stream. */
  state: "planned" | "new" | "exists" | "created" | "refused";
  /** The reason of `refused`, and what the box left out or warns of. */
  remarks: string[];
}

/** Behaviors that the box may refuse one after the other: the most that a stream can have, and `detect`. */
const maxRefusals = 65;

/** Returns whether the box has a running stream with this id. Rejects like `callBox`. */
export async function hasStream(box: BoxAddress, streamId: string): Promise<boolean> {
  try {
    const path = `/api/v1/surveillance/streams/${encodeURIComponent(streamId)}`;
    const stream = (await callBox(box, path)) as { state?: string };
    return stream.state !== "ended";
  } catch (error) {
    if (GatehouseError.find(error)?.code === "not_found") return false;
    throw error;
  }
}

/**
 * Creates the stream unless the box has it. The box refuses behaviors whose classes its model cannot
 * detect: those are left out, each with a remark. Rejects if the box does not answer or refuses the
 * key.
 */
export async function makeStream(box: BoxAddress, camera: PlannedCamera): Promise<StreamOutcome> {
  const { name: streamId } = camera;
  if (await hasStream(box, streamId)) return { stream_id: streamId, state: "exists", remarks: [] };
  const remarks: string[] = [];
  let { request } = camera;
  for (let refusals = 0; ; refusals += 1) {
    try {
      const answer = await callBox(box, "/api/v1/surveillance/streams", {
        method: "POST",
        body: request,
      });
      const { warnings = [] } = answer as { warnings?: string[] };
      return { stream_id: streamId, state: "created", remarks: [...remarks, ...warnings] };
    } catch (error) {
      const coded = GatehouseError.find(error);
      if (!coded || isAboutAll(coded)) throw error;
      if (coded.code === "conflict") return { stream_id: streamId, state: "exists", remarks };
      const less = withoutUnseen(request, coded);
      if (!less || refusals === maxRefusals) {
        return { stream_id: streamId, state: "refused", remarks: [...remarks, coded.message] };
      }
      remarks.push(`left out ${coded.message}`);
      request = less;
    }
  }
}

/** True for a refusal that every further camera would get too. */
function isAboutAll({ code }: GatehouseError): boolean {
  return /^(not_ready|internal_error|insufficient_scope|host_not_allowed|rate_limited)$|key|authorization/.test(
    code,
  );
}

/** Returns the request without what the box's model cannot detect; undefined for another refusal. */
function withoutUnseen(
  request: PlannedCamera["request"],
  { code, param = "" }: GatehouseError,
): PlannedCamera["request"] | undefined {
  if (code !== "invalid_request_body") return undefined;
  const index = /^behaviors\[(\d+)\]\.classes$/.exec(param)?.[1];
  if (index !== undefined) {
    const behaviors = request.behaviors?.filter((_, at) => at !== Number(index)) ?? [];
    return { ...request, behaviors };
  }
  if (param !== "detect" || request.detect === undefined) return undefined;
  const { detect: _, ...rest } = request;
  return rest;
}
