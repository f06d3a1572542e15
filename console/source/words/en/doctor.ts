/** The doctor; what it finds is said by `findings.ts`. */
export const doctor = {
  hint: "Checks the box, its disk, network, programs, models and every camera, and tells you how to fix what is wrong. Camera checks open a connection of their own. A run may take a minute.",
  begin: "Run diagnostics",
  running: "{done} of {total} checks done",
  never: "No diagnostics since the box started.",
  finished: "Last run: {time}",
  fails: "Failed",
  warns: "Warnings",
  oks: "OK",
  skips: "Skipped",
  allWell: "No problems found.",
  fix: "How to fix it",
};
