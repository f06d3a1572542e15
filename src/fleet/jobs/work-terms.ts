/** Interval between two signs of life of a taker, in milliseconds. */
export const workBeatMs = 1000;

/** A taker stops its work when the owner has not answered for this long, in milliseconds. Shorter than `leaseMs`. */
export const takerHoldMs = 8000;

/** The owner takes the job back when the taker has been silent for this long, in milliseconds. */
export const leaseMs = 10_000;

/** A taker keeps a finished result for an owner that does not answer for this long, in milliseconds. */
export const resultKeptMs = 10 * 60_000;

/** Size of one piece of a part, in bytes; below the largest message of a NATS server (1 MB). */
export const pieceBytes = 256 * 1024;

/** Longest wait for the answer to a claim or for a piece of a part, in milliseconds: both may wait for a disk. */
export const answerMs = 5000;

/** Longest wait for the answer to a sign of life, in milliseconds. */
export const beatAnswerMs = 2000;
