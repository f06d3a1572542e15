import type { FragmentRing } from "../../cameras/camera.ts";
import { fail } from "../../base/contract/fail.ts";
import { GatehouseError } from "../../base/core/errors.ts";
import type { StreamSettings } from "../settings/stream-settings.ts";
import type { ResolvedSettings } from "../settings/resolve-settings.ts";
import type { Overlay, Still, StillOptions, Vision } from "../core/vision-port.ts";

/** Detections down to this share of the site's `min_score` continue a track (ByteTrack's second stage). */
const WEAK_SHARE = 0.6;

/** What the vision process is to look for in a stream; `minScore` is the site's. */
export function eyeOptions(settings: StreamSettings, resolved: ResolvedSettings, minScore: number) {
  const { fpsCap, motion, masks = [] } = settings;
  const { model, labels, plans } = resolved;
  const scene = plans.some((plan) => plan.behavior.needsScene);
  return { fpsCap, motion, model, labels, minScore: minScore * WEAK_SHARE, scene, masks };
}

/** Where a still of a stream comes from, and what is drawn into it. */
export interface StillSubject {
  ring: FragmentRing | undefined;
  masks: StreamSettings["masks"];
  overlay(): Overlay;
}

/** The newest picture of the ring, with what is seen drawn in unless it is to be plain; `stream_not_ready` before the first. */
export async function newestStill(
  vision: Pick<Vision, "still">,
  { ring, masks = [], overlay }: StillSubject,
  { maxWidthPx, isPlain = false }: StillOptions,
): Promise<Still> {
  const gop = ring?.latestGop();
  if (!gop) throw fail("stream_not_ready", "the stream has no picture yet");
  const drawn = isPlain ? { boxes: [], zones: [] } : overlay();
  return await vision.still({ ...gop, masks, overlay: drawn, maxWidthPx }).catch(rejectUndecodable);
}

/** What a camera sends that cannot be decoded is no fault of the box: it has no picture now. */
function rejectUndecodable(error: unknown): never {
  const { code } = GatehouseError.find(error) ?? {};
  if (code !== "stream_broken" && code !== "stream_codec_unsupported") throw error;
  throw fail("stream_not_ready", "the newest picture of the stream cannot be decoded", {
    cause: error,
  });
}
