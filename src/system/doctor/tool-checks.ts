import { access, constants } from "node:fs/promises";
import type { SiteConfig } from "../config/site-config.ts";
import { fileStateOf } from "../../perception/models/checksum.ts";
import { knownModels, modelFolders } from "../../perception/models/model-folders.ts";
import { describeError } from "../../base/core/errors.ts";
import { about, bad, type Check, type DoctorSite, each, ok, skip, warn } from "./check.ts";
import { doorOf, knock } from "./network-checks.ts";

/** JetPack 6 has 4.4, the oldest that the tests were run on. */
const oldestFfmpeg = [4, 4] as const;
const neededDecoders = ["h264", "hevc", "mjpeg"];

const ffmpeg: Check = {
  id: "ffmpeg",
  async run({ host }) {
    const [main, probe] = await Promise.all(
      ["ffmpeg", "ffprobe"].map((name) => host.run(name, ["-version"])),
    );
    if (!main || !probe)
      return bad("ffmpeg.none", "ffmpeg.fix", { program: main ? "ffprobe" : "ffmpeg" });
    const [, version = "", major = "0", minor = "0"] =
      /version (n?(\d+)\.(\d+)\S*)/.exec(main.stdout) ?? [];
    if (version === "") return ok("ffmpeg.unknown");
    const isOld =
      Number(major) < oldestFfmpeg[0] ||
      (Number(major) === oldestFfmpeg[0] && Number(minor) < oldestFfmpeg[1]);
    return isOld
      ? warn("ffmpeg.old", "ffmpeg.fix", { version, oldest: oldestFfmpeg.join(".") })
      : ok("ffmpeg.is", { version });
  },
};

const decoders: Check = {
  id: "decoders",
  async run({ host }) {
    const answer = await host.run("ffmpeg", ["-hide_banner", "-decoders"]);
    if (!answer || answer.code !== 0) return skip("decoders.unknown");
    const missing = neededDecoders.filter(
      (name) => !new RegExp(`^ V\\S* ${name} `, "m").test(answer.stdout),
    );
    if (missing.length === 0) return ok("decoders.all", { codecs: neededDecoders.join(", ") });
    return bad("decoders.missing", "decoders.fix", { codecs: missing.join(", ") });
  },
};

const speech: Check = {
  id: "speech",
  async run({ config: { voice }, host }) {
    const isWanted = voice.announceIncidents !== "off" || voice.speakers.length > 0;
    const isThere = (await host.run("espeak-ng", ["--version"])) !== undefined;
    if (!isThere) return isWanted ? bad("speech.missing", "speech.fix") : skip("speech.none");
    const needsAplay = voice.speakers.some(({ sink }) => sink === "alsa");
    if (needsAplay && (await host.run("aplay", ["--version"])) === undefined) {
      return bad("speech.silent", "speech.fix");
    }
    return ok("speech.there");
  },
};

const ros: Check = {
  id: "ros",
  async run({ config, host }) {
    const wants = config.robots.filter(({ request }) => request.driver === "ros2");
    if (wants.length === 0) return skip("ros.none");
    if (config.ros.setup.length === 0 && (await host.run("ros2", ["--help"])) === undefined) {
      return bad("ros.missing", "ros.fix");
    }
    for (const file of config.ros.setup) {
      const isThere = await access(file).then(
        () => true,
        () => false,
      );
      if (!isThere) return bad("ros.no_file", "ros.fix", { file });
    }
    return ok("ros.is", { files: config.ros.setup.length, robots: wants.length });
  },
};

const models: Check = {
  id: "models",
  async run(site) {
    return each(await knownModels(foldersOf(site)), "models.none", async (model) => {
      const state = await fileStateOf(model);
      const { name } = model.manifest;
      if (state === "verified") return about(name, ok("models.whole"));
      return about(name, bad(`models.${state}`, "models.fix", { model: name }));
    });
  },
};

const golden: Check = {
  id: "golden_frames",
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
        found.push(about(name, skip("golden_frames.none")));
        continue;
      }
      found.push(
        about(
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

const healthNets: Check = {
  id: "health_nets",
  run: ({ config, host }) =>
    each(healthNetsOf(config), "health_nets.none", async ({ name, file, url = "" }) => {
      const fix = "health_nets.fix";
      if (file !== undefined) {
        const problem = await access(file, constants.R_OK).then(() => undefined, describeError);
        return about(
          name,
          problem === undefined
            ? ok("health_nets.there", { file })
            : bad("health_nets.unreadable", fix, { problem, net: name }),
        );
      }
      const { address, problem } = await knock(host, doorOf(url));
      if (problem === undefined) return about(name, ok("any.port_answers", { address }));
      return about(name, warn("any.port_silent", fix, { address, problem, net: name }));
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
