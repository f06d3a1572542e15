import type { Appliance } from "../box/appliance.ts";
import { until } from "../box/wait.ts";

/** Removes the webhooks whose address ends with `name`, so that the next language can create one. */
export async function forgetWebhook(box: Appliance, name: string): Promise<void> {
  const { data } = (await box.get("/api/v1/webhooks")).body;
  for (const { id, endpoint_url: url } of data.data as { id: string; endpoint_url: string }[]) {
    if (url.endsWith(name)) await box.fetch(`/api/v1/webhooks/${id}`, { method: "DELETE" });
  }
}

/** Ends the runs of robots, so that the next language can start one. */
export async function endRuns(box: Appliance): Promise<void> {
  const { data } = (await box.get("/api/v1/jobs?type=robot.run")).body;
  for (const { job_id: id } of data.data as { job_id: string }[]) {
    await box.post(`/api/v1/jobs/${id}/cancel`, {});
    await box.get(`/api/v1/jobs/${id}?wait_for_completion=true`);
  }
}

/** Waits until no backup is being made, so that the next language can make one. */
export async function backupEnded(box: Appliance): Promise<void> {
  const work = async () => (await box.get("/api/v1/system/backups")).body.data.work;
  await until(async () => (await work())?.state !== "running", { what: "the end of the backup" });
}
