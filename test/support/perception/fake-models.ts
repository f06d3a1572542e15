import type { Models } from "../../../src/perception/routes/surveillance-models.ts";

/** Detectors of a box that has one and can change nothing. */
export function fakeModels(): Models {
  const nothing = (): Promise<void> => Promise.resolve();
  return {
    list: () =>
      Promise.resolve({
        object: "surveillance.models",
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
