/** Up to this many files without a record are what a crash leaves, and go without a question. */
const fewFiles = 20;
/** Of more, a sweep removes at most this share of all files. */
const sweptShare = 0.1;

/**
 * Whether a sweep may remove `orphans` files of `total` that no record names. More are no trace of a crash:
 * then the records are what is missing, and a person has to decide.
 */
export function maySweep(orphans: number, total: number): boolean {
  return orphans <= Math.max(fewFiles, total * sweptShare);
}
