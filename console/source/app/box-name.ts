import { site } from "./site.ts";

/** The name of the box that has an entry of a list; undefined where the box works alone. */
export function boxNameOf({ box_id: boxId }: { box_id?: string | undefined }): string | undefined {
  if (boxId === undefined) return undefined;
  const boxes = site.system.value?.fleet?.boxes ?? [];
  return boxes.find((each) => each.box_id === boxId)?.name ?? boxId;
}
