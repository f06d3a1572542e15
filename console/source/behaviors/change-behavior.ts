import type { Behavior } from "../../../client/source/generated.ts";
import { box } from "../api/box.ts";
import { words } from "../words/words.ts";

/**
 * Replaces one behavior of a camera, adds one (`before` undefined) or removes one (`after` undefined). Reads the camera
 * first, so that a change by somebody else meanwhile is kept; rejects when `before` is no longer there.
 */
export async function changeBehavior(
  streamId: string,
  before: Behavior | undefined,
  after: Behavior | undefined,
): Promise<void> {
  const args = { stream_id: streamId };
  const { behaviors } = (await box.surveillance.getStream(args)).data;
  const known = JSON.stringify(before);
  const index = before
    ? behaviors.findIndex((one) => JSON.stringify(one) === known)
    : behaviors.length;
  if (index === -1) throw new Error(words.value.rules.changedMeanwhile);
  const changed = behaviors.toSpliced(index, 1, ...(after ? [after] : []));
  // The list that the page read contains the behavior of the block `anomaly`; from now on only the list has it.
  const isAnomaly = before?.type === "anomaly";
  await box.surveillance.updateStream(args, {
    behaviors: changed,
    ...(isAnomaly ? { anomaly: { enabled: false } } : {}),
  });
}
