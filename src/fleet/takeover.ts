import type { Member } from "./membership.ts";

/** Fewest copies of the table with which it survives the loss of any one server. */
const safeCopies = 3;

/** Returns why no box takes over when some one machine of the site fails; null when one does. */
export function takeoverProblem(
  copies: number | null,
  members: readonly Pick<Member, "state">[],
): string | null {
  if (copies === null) return "This box has not joined its fleet yet";
  const boxes = members.filter(({ state }) => state !== "left").length;
  if (boxes < 2) return "The fleet has only this box";
  if (copies >= safeCopies) return null;
  const fix = "Run three NATS servers, and set fleet.voters to 3 on every box";
  return boxes === 2
    ? `Two boxes have no automatic takeover: two machines alone cannot agree which of them has failed. ${fix}; a third machine as a witness needs no cameras`
    : `If the machine with the NATS server fails, no box takes over. ${fix}`;
}
