import type { Recordings } from "../../cameras/recording/recordings.ts";
import type { CoverageHour } from "../coverage/coverage-list.ts";
import type { CoverageLedger } from "../coverage/coverage-ledger.ts";
import { coveredMs } from "./missing-time.ts";

/** An hour with the part of its unobserved time of which there is video from the camera's own storage. */
export interface BackfilledHour extends CoverageHour {
  backfilledMs: number;
}

/** Adds to each hour how much of its unobserved time was fetched from the camera later. */
export function withBackfill(
  coverage: Pick<CoverageLedger, "list">,
  recordings: Pick<Recordings, "backfilled">,
): {
  list(...args: Parameters<CoverageLedger["list"]>): ReturnType<CoverageLedger["list"]> & {
    items: BackfilledHour[];
  };
} {
  return {
    list(org, query, page) {
      const found = coverage.list(org, query, page);
      const items = found.items.map((hour) => {
        const { streamId, row } = hour;
        // Only inside the gaps, where there are few recordings to read.
        const backfilledMs = (row.gaps ?? []).reduce(
          (sum, gap) => sum + coveredMs(gap, recordings.backfilled({ org, streamId }, gap)),
          0,
        );
        return { ...hour, backfilledMs };
      });
      return { ...found, items };
    },
  };
}
