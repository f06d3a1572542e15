import { describeError } from "../base/core/errors.ts";
import { fileStateOf } from "./models/checksum.ts";
import { knownModels, modelFolders } from "./models/model-folders.ts";
import {
  type Check,
  type DoctorPart,
  type DoctorSite,
  bad,
  each,
  ofSubject,
  ok,
  skip,
  warn,
} from "../system/doctor/check.ts";

const manyRestarts = 3;

const vision: Check = {
  id: "detector",
  position: 40,
  run({ box }) {
    if (!box) return skip("any.box_stopped");
    const { state, restarts } = box.vision;
    const values = { state, restarts };
    if (state === "down" || state === "failed")
      return bad("detector.state", "detector.fix", values);
    return restarts > manyRestarts
      ? warn("detector.state", "detector.fix", values)
      : ok("detector.state", values);
  },
};

const models: Check = {
  id: "models",
  position: 410,
  async run(site) {
    return each(await knownModels(foldersOf(site)), "models.none", async (model) => {
      const state = await fileStateOf(model);
      const { name } = model.manifest;
      if (state === "verified") return ofSubject(name, ok("models.whole"));
      return ofSubject(name, bad(`models.${state}`, "models.fix", { model: name }));
    });
  },
};

const golden: Check = {
  id: "golden_frames",
  position: 420,
  async run(site) {
    const whole: Awaited<ReturnType<typeof knownModels>> = [];
    for (const model of await knownModels(foldersOf(site))) {
      if ((await fileStateOf(model)) === "verified") whole.push(model);
    }
    // One after the other: each needs the memory of a model.
    const found = [];
    for (const model of whole) {
      const { name } = model.manifest;
      if (model.goldenPath === undefined) {
        found.push(ofSubject(name, skip("golden_frames.none")));
        continue;
      }
      found.push(
        ofSubject(
          name,
          await site.tryModel(model).then(
            ({ runMs }) => ok("golden_frames.sees", { ms: Math.round(runMs) }),
            (error: unknown) =>
              bad("golden_frames.wrong", "golden_frames.fix", {
                problem: describeError(error).slice(0, 300),
              }),
          ),
        ),
      );
    }
    return found.length === 0 ? skip("golden_frames.no_model") : found;
  },
};

function foldersOf({ config }: DoctorSite) {
  return modelFolders(config.models.dir, config.dataDir);
}

/** The detector process and the models. */
export const perceptionDoctor: DoctorPart = {
  checks: [vision, models, golden],
  hosts: (config) => config.models.inferenceServers.map(({ url }) => url),
};
