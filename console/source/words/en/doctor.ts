/** The doctor; what it finds is said by `findings.ts`. */
export const doctor = {
  hint: "Looks at the box itself, its disk, network, programs, models and every camera, and says what to do. Cameras are tried over a connection of their own; it may take a minute.",
  begin: "Examine the box",
  running: "{done} of {total} checks are done",
  never: "Nothing has been examined since the box was started.",
  finished: "Examined {time}",
  fails: "Does not work",
  warns: "Works, but look at it",
  oks: "Is well",
  skips: "Was not looked at",
  allWell: "Nothing is wrong.",
  fix: "What to do",
};
