/** A crash leaves at most this many files without a record; a sweep removes them. */
const fewFiles = 20;
/** Above `fewFiles`, a sweep removes at most this share of all files. */
const sweptShare = 0.1;

/**
 * True when a sweep may remove `orphans` of `total` files, which no record names. A crash does not
 * leave more: then records are missing, and a person has to decide.
 */
export function maySweep(orphans: number, total: number): boolean {
  return orphans <= Math.max(fewFiles, total * sweptShare);
}
