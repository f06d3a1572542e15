import type { Job } from "../base/jobs/job.ts";
import type { AvatarOrder, Avatars, SavedAvatar } from "./avatars.ts";
import type { AvatarSaveRequest } from "./wire/media.ts";
import type { AvatarWire } from "./wire/media-answers.ts";

/** Returns the order of a request. */
export function avatarOrder(request: AvatarSaveRequest): AvatarOrder {
  return { jobId: request.job_id, imageUrl: request.image_url, label: request.label };
}

/** A saved avatar on the wire. */
export function avatarWire({ record, imageUrl }: SavedAvatar): AvatarWire {
  return {
    id: record.id,
    object: "avatar",
    label: record.label,
    image_url: imageUrl,
    job_id: record.jobId,
    width: record.widthPx,
    height: record.heightPx,
    mime_type: record.mime,
    created_at: Math.floor(record.createdAtMs / 1000),
  };
}

/** Returns what `expand=avatar` shows of a completed avatar job: the avatar last saved from it, if any. */
export function avatarOfJob(
  avatars: Pick<Avatars, "ofJob">,
  job: Job,
): Readonly<Record<string, unknown>> | undefined {
  if (job.type !== "avatar.generation" || job.status !== "completed") return undefined;
  const saved = avatars.ofJob(job);
  if (saved) return avatarWire(saved);
  const { image_url, width, height, mime_type } = job.payload;
  return {
    id: null,
    object: "avatar",
    label: null,
    job_id: job.id,
    image_url,
    width,
    height,
    mime_type,
  };
}
