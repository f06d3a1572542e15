import type { OtherBoxes } from "../../base/jobs/sharing/job-share.ts";
import { type JobType, privateScopeOf } from "../../base/jobs/job-terms.ts";
import type { FleetTable } from "../fleet-table.ts";
import type { Membership } from "../membership.ts";
import { readNeeds } from "./needs-document.ts";

const prefix = "needs.";

/** The parts of `SiteNeeds`. */
export interface SiteNeedsParts {
  table: FleetTable;
  membership: Membership;
  boxId: string;
  /** True when jobs about people's health are shared too. */
  sharesHealth: boolean;
}

/** Which needs of jobs the boxes of the fleet can meet, as they say in the table. */
export class SiteNeeds implements OtherBoxes {
  readonly #parts: SiteNeedsParts;

  constructor(parts: SiteNeedsParts) {
    this.#parts = parts;
  }

  shares(type: JobType): boolean {
    return this.#parts.sharesHealth || privateScopeOf(type) === null;
  }

  meets(need: string): boolean {
    const { membership, boxId } = this.#parts;
    if (!membership.isListening()) return false;
    return membership
      .members()
      .some((each) => each.boxId !== boxId && each.state === "up" && this.#of(each.boxId, need));
  }

  /** True when another box of the table can meet the need, whether it is up or not. */
  isKnown(need: string): boolean {
    const { table, boxId } = this.#parts;
    return table
      .list(prefix)
      .map(({ key }) => key.slice(prefix.length))
      .some((box) => box !== boxId && this.#of(box, need));
  }

  /** Writes which needs this box can meet, if the table has others. */
  async tell(needs: readonly string[]): Promise<void> {
    const { table, membership, boxId } = this.#parts;
    const key = `${prefix}${boxId}`;
    const value = JSON.stringify({ v: 1, needs });
    if (!membership.isListening() || table.get(key)?.value === value) return;
    await table.write(key, value, "any");
  }

  #of(boxId: string, need: string): boolean {
    const value = this.#parts.table.get(`${prefix}${boxId}`)?.value;
    return readNeeds(value).includes(need);
  }
}
