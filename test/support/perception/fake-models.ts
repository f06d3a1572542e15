import { fail } from "../../../src/base/contract/fail.ts";
import type { Learning } from "../../../src/perception/routes/surveillance-learning.ts";
import type { Models } from "../../../src/perception/routes/surveillance-models.ts";

/** Detectors of a box that has one and can change nothing. */
export function fakeModels(): Models {
  const nothing = (): Promise<void> => Promise.resolve();
  return {
    list: () =>
      Promise.resolve({
        default: "motion",
        chosen: null,
        models: [],
        work: null,
      }),
    pull: nothing,
    installFile: nothing,
    upload: nothing,
    bench: nothing,
    use: nothing,
    remove: nothing,
  };
}

/** Learning of a box that has no marks. */
export function fakeLearning(): Learning {
  const nothing = (): Promise<undefined> => Promise.resolve(undefined);
  return {
    lessons: { begin: nothing, undo: nothing, learnt: () => null },
    frameTimes: { byRtp: () => undefined },
    misses: {
      hold: nothing,
      mark: nothing,
      list: (org) => (org === "default" ? [] : undefined),
      remove: nothing,
    },
    footage: () => Promise.reject(fail("not_found", "incidents: none is marked. Mark incidents")),
  };
}
