import fc from "fast-check";

const seed = process.env["FUZZ_SEED"] ?? (process.env["TEST_LONG"] ? undefined : "20261122");
/** Drawn again by `--long` alone; otherwise the same in each run, so that a run says something of the change at hand. */
if (seed !== undefined) fc.configureGlobal({ seed: Number(seed) });

/** fast-check, with the seed of this run. */
export { fc };
