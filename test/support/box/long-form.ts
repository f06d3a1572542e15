/** Whether this is the long form of the tests (`scripts/test --long`), which `.ci/run` has after the short one. */
export const isLong = process.env["TEST_LONG"] === "1";

/** What `skip` of a test is that only the long form runs: a reason, or false. */
export const onlyLong: string | false = isLong ? false : "run with --long";
