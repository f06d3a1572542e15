import fc from "fast-check";

/** Drawn again by `--long`; otherwise the same in each run, so that a run says something of the change at hand. */
if (!process.env["TEST_LONG"]) fc.configureGlobal({ seed: 20_261_122 });

/** fast-check, with the seed of this run. */
export { fc };
