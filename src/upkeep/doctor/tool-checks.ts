import { access, constants } from "node:fs/promises";
import type { SiteConfig } from "../../config/site-config.ts";
import { fileStateOf } from "../../models/checksum.ts";
import { knownModels, modelFolders } from "../../models/model-folders.ts";
import { describeError } from "../../core/errors.ts";
import { about, bad, type Check, type DoctorSite, each, ok, skip, warn } from "./check.ts";
import { doorOf } from "./network-checks.ts";

/** JetPack 6 has 4.4, the oldest that the tests were run on. */
const oldestFfmpeg = [4, 4] as const;
const neededDecoders = ["h264", "hevc", "mjpeg"];

const ffmpeg: Check = {
  id: "ffmpeg",
  title: "ffmpeg",
  async run({ host }) {
    const fix = "Run apt-get install ffmpeg.";
    const [main, probe] = await Promise.all(
      ["ffmpeg", "ffprobe"].map((name) => host.run(name, ["-version"])),
    );
    if (!main || !probe) return bad(`there is no ${main ? "ffprobe" : "ffmpeg"}`, fix);
    const [, text = "", major = "0", minor = "0"] =
      /version (n?(\d+)\.(\d+)\S*)/.exec(main.stdout) ?? [];
    if (text === "") return ok("of unknown version");
    const isOld =
      Number(major) < oldestFfmpeg[0] ||
      (Number(major) === oldestFfmpeg[0] && Number(minor) < oldestFfmpeg[1]);
    return isOld
      ? warn(`version ${text} is older than ${oldestFfmpeg.join(".")}`, fix)
      : ok(`version ${text}`);
  },
};

const decoders: Check = {
  id: "decoders",
  title: "decoders of ffmpeg",
  async run({ host }) {
    const answer = await host.run("ffmpeg", ["-hide_banner", "-decoders"]);
    if (!answer || answer.code !== 0) return skip("ffmpeg cannot be asked");
    const missing = neededDecoders.filter(
      (name) => !new RegExp(`^ V\\S* ${name} `, "m").test(answer.stdout),
    );
    if (missing.length === 0) return ok(neededDecoders.join(", "));
    return bad(`${missing.join(", ")} cannot be decoded`, "Install the distribution's own ffmpeg.");
  },
};

const speech: Check = {
  id: "speech",
  title: "the box's own voice",
  async run({ config: { voice }, host }) {
    const isWanted = voice.announceIncidents !== "off" || voice.speakers.length > 0;
    const isThere = (await host.run("espeak-ng", ["--version"])) !== undefined;
    const fix = "Run apt-get install espeak-ng alsa-utils.";
    if (!isThere) {
      return isWanted
        ? bad("there is no espeak-ng: nothing is said aloud", fix)
        : skip("it has none");
    }
    const needsAplay = voice.speakers.some(({ sink }) => sink === "alsa");
    if (needsAplay && (await host.run("aplay", ["--version"])) === undefined) {
      return bad("there is no aplay: loudspeakers stay silent", fix);
    }
    return ok("espeak-ng is there");
  },
};

const ros: Check = {
  id: "ros",
  title: "ROS 2",
  async run({ config, host }) {
    const wants = config.robots.filter(({ request }) => request.driver === "ros2");
    if (wants.length === 0) return skip("no robot is reached by it");
    const fix = "Install ROS 2 and name its setup.bash in ros.setup (docs/ros2.md).";
    if (config.ros.setup.length === 0 && (await host.run("ros2", ["--help"])) === undefined) {
      return bad("it is not installed, and ros.setup names nothing", fix);
    }
    for (const file of config.ros.setup) {
      const isThere = await access(file).then(
        () => true,
        () => false,
      );
      if (!isThere) return bad(`${file} is not there`, fix);
    }
    return ok(`${config.ros.setup.length} setup file(s) for ${wants.length} robot(s)`);
  },
};

const models: Check = {
  id: "models",
  title: "files of models",
  async run(site) {
    return each(await knownModels(foldersOf(site)), "no model is installed", async (model) => {
      const state = await fileStateOf(model);
      const { name } = model.manifest;
      if (state === "verified") return about(name, ok("the file is what its manifest says"));
      return about(
        name,
        bad(
          `the file is ${state}`,
          `Run gatehouse models pull ${name} --replace, or add it again.`,
        ),
      );
    });
  },
};

const golden: Check = {
  id: "golden_frames",
  title: "detectors on their golden pictures",
  async run(site) {
    const whole: Awaited<ReturnType<typeof knownModels>> = [];
    for (const model of await knownModels(foldersOf(site))) {
      if ((await fileStateOf(model)) === "verified") whole.push(model);
    }
    // One after the other: each takes the memory of a net.
    const found = [];
    for (const model of whole) {
      const { name } = model.manifest;
      if (model.goldenPath === undefined) {
        found.push(about(name, skip("it has no golden picture")));
        continue;
      }
      found.push(
        about(
          name,
          await site.tryModel(model).then(
            ({ runMs }) => ok(`it sees what it must, in ${Math.round(runMs)} ms`),
            (error: unknown) =>
              bad(
                describeError(error).slice(0, 300),
                "Install the model again, or use another one.",
              ),
          ),
        ),
      );
    }
    return found.length === 0 ? skip("no whole model is installed") : found;
  },
};

const healthNets: Check = {
  id: "health_nets",
  title: "nets for health work",
  run: ({ config, host }) =>
    each(healthNetsOf(config), "none is configured", async ({ name, file, url = "" }) => {
      const fix = `Put it right, or name another in health.${name}; jobs say what is missing meanwhile.`;
      if (file !== undefined) {
        const problem = await access(file, constants.R_OK).then(() => undefined, describeError);
        return about(name, problem === undefined ? ok(`${file} is there`) : bad(problem, fix));
      }
      const { host: at, port } = doorOf(url);
      const refusal = await host.refusal(at, port);
      if (refusal === undefined) return about(name, ok(`${at}:${port} answers`));
      return about(name, warn(`${at}:${port} does not answer (${refusal})`, fix));
    }),
};

/** Each under its name below `health`. */
function healthNetsOf({ health }: SiteConfig): { name: string; file?: string; url?: string }[] {
  const single = {
    eeg_classifier: health.eegClassifier,
    eeg_segmenter: health.eegSegmenter,
    neural_decoder: health.neuralDecoder,
  };
  return [
    ...Object.entries(single).flatMap(([name, net]) => (net ? [{ ...net, name }] : [])),
    ...health.segmenters.map((net, at) => ({ ...net, name: `segmenters[${at}]` })),
  ];
}

function foldersOf({ config }: DoctorSite) {
  return modelFolders(config.models.dir, config.dataDir);
}

/** Checks of the programs and nets that Gatehouse uses. */
export const toolChecks: readonly Check[] = [
  ffmpeg,
  decoders,
  speech,
  ros,
  models,
  golden,
  healthNets,
];
