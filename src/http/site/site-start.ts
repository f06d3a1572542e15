import { parseEventId } from "../streaming/sse-frame.ts";
import type { EventFeed } from "../streaming/sse-reader.ts";
import { logKeyOf, parseSitePosition } from "./site-position.ts";
import type { SiteReaderStart } from "./site-reader.ts";

/** How far the clock of the box that gave an id may be ahead, in seconds. */
const aheadSec = 3600;

/**
 * Where a reader of the whole site begins: at the end of all logs without an id, at the place that an id of a site
 * names, or, for an id from before the box had a fleet, at its position on that box. Any other id means the beginning.
 */
export function siteStartOf(
  feed: EventFeed,
  requested: string | undefined,
  nowMs: number,
): SiteReaderStart {
  const own = logKeyOf(feed.boxId, feed.epoch);
  const sinceSec = Math.floor(nowMs / 1000);
  const lastSeq = feed.lastSeq();
  if (requested === undefined) {
    return { position: { sinceSec, seqs: new Map([[own, lastSeq]]) }, isNew: true };
  }
  const before = parseEventId(requested);
  const position =
    parseSitePosition(requested) ??
    (before && {
      sinceSec,
      seqs: new Map([
        [own, lastSeq],
        [logKeyOf(before.boxId, before.epoch), before.seq],
      ]),
    });
  const ownSeq = position?.seqs.get(own);
  const isAhead = (ownSeq ?? 0) > lastSeq || (position?.sinceSec ?? 0) > sinceSec + aheadSec;
  if (!position || isAhead) {
    return { position: { sinceSec: 0, seqs: new Map([[own, 0]]) }, lost: requested };
  }
  return { position };
}
