import type { ProbeResult } from "./probe/camera-probe.ts";
import type { SourceProblem } from "./source.ts";
import {
  type Check,
  type DoctorCamera,
  type DoctorPart,
  type DoctorSite,
  type CheckFinding,
  bad,
  each,
  ofSubject,
  ok,
  skip,
  tenths,
  warn,
} from "../system/doctor/check.ts";

/** JetPack 6 has 4.4, the oldest that the tests were run on. */
const oldestFfmpeg = [4, 4] as const;

const neededDecoders = ["h264", "hevc", "mjpeg"];

const ffmpeg: Check = {
  id: "ffmpeg",
  position: 370,
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
  position: 380,
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

/** Later than this live views start late, and idle scenes wake late; as the probe's advice. */
const longGopSec = 4;

const clockOffMs = 2000;

/** A main stream of more pixels than this is better looked at by its sub-stream: 1280×720. */
const largePixels = 1280 * 720;

/** Each camera is tried once, whatever number of checks look at the result. */
const probes = new WeakMap<DoctorSite, Map<string, Promise<ProbeResult>>>();

function probed(
  site: DoctorSite,
  url: string,
  { username, password }: DoctorCamera,
): Promise<ProbeResult> {
  const known = probes.get(site) ?? new Map<string, Promise<ProbeResult>>();
  probes.set(site, known);
  const result =
    known.get(url) ??
    site.probe({
      url,
      ...(username === undefined ? {} : { username }),
      ...(password === undefined ? {} : { password }),
    });
  known.set(url, result);
  return result;
}

/** A check of each camera's main stream. */
function cameraCheck(
  head: Pick<Check, "id" | "position">,
  look: (result: ProbeResult, camera: DoctorCamera) => CheckFinding,
): Check {
  return {
    ...head,
    run: (site) =>
      each(site.cameras, "camera_reachable.none", async (camera) =>
        ofSubject(camera.name, look(await probed(site, camera.url, camera), camera)),
      ),
  };
}

const noPicture = skip("camera_codec.no_picture");

const reachable = cameraCheck({ id: "camera_reachable", position: 450 }, ({ stream }) => {
  const problem = stream?.measure.problem;
  if (stream && !problem)
    return ok("camera_reachable.sends", { seconds: tenths(stream.measure.firstPictureSec ?? 0) });
  return silent(problem, "camera_reachable.fix");
});

/** Why a stream sends nothing: in the camera's own case where it is a usual one. */
function silent(
  problem: SourceProblem | null | undefined,
  fix: "camera_reachable.fix" | "camera_sub_reachable.fix",
): CheckFinding {
  if (!problem) return bad("camera_reachable.silent", fix);
  const { code, message } = problem;
  const said = usualProblems.find((one) => one === `camera_reachable.${code}`);
  return bad(said ?? "camera_reachable.problem", fix, { problem: message });
}

/** Those that the page explains in its own words. */
const usualProblems = [
  "camera_reachable.stream_unreachable",
  "camera_reachable.stream_auth_failed",
  "camera_reachable.stream_not_found",
  "camera_reachable.stream_no_video",
  "camera_reachable.stream_codec_unsupported",
  "camera_reachable.stream_stalled",
] as const;

const codec = cameraCheck({ id: "camera_codec", position: 460 }, ({ stream }) => {
  if (!stream || stream.measure.problem) return noPicture;
  const { codec: found, hasBFrames } = stream.measure;
  if (found !== "h264") {
    return warn("camera_codec.other", "camera_codec.other_fix", { codec: found ?? "?" });
  }
  if (hasBFrames) return warn("camera_codec.b_frames", "camera_codec.b_frames_fix");
  return ok("camera_codec.well");
});

const gop = cameraCheck({ id: "camera_gop", position: 470 }, ({ stream }) => {
  if (!stream || stream.measure.problem) return noPicture;
  const { gopSec } = stream.measure;
  if (gopSec === null) return warn("camera_gop.none", "camera_gop.fix");
  const values = { seconds: tenths(gopSec) };
  return gopSec > longGopSec
    ? warn("camera_gop.is", "camera_gop.fix", values)
    : ok("camera_gop.is", values);
});

const clock = cameraCheck({ id: "camera_clock", position: 480 }, ({ stream, onvif }) => {
  const byOnvif = "clockOffsetMs" in onvif.answer ? onvif.answer.clockOffsetMs : null;
  const offsetMs = stream?.measure.clockOffsetMs ?? byOnvif;
  if (offsetMs === null || offsetMs === undefined) return skip("camera_clock.unknown");
  const said = offsetMs > 0 ? "camera_clock.ahead" : "camera_clock.behind";
  const values = { seconds: tenths(Math.abs(offsetMs / 1000)) };
  return Math.abs(offsetMs) <= clockOffMs
    ? ok(said, values)
    : warn(said, "camera_clock.fix", values);
});

const subStream = cameraCheck(
  { id: "camera_sub_stream", position: 490 },
  ({ stream, onvif }, { subUrl }) => {
    if (!stream || stream.measure.problem) return noPicture;
    if (subUrl !== undefined) return ok("camera_sub_stream.configured");
    const { widthPx, heightPx } = stream.measure;
    const pixels = (widthPx ?? 0) * (heightPx ?? 0);
    const size = `${widthPx}×${heightPx}`;
    if (pixels <= largePixels) return ok("camera_sub_stream.small", { size });
    const profiles = "profiles" in onvif.answer ? onvif.answer.profiles : [];
    const small = profiles.find(
      (one) => one.streamUrl !== null && (one.widthPx ?? 1e9) * (one.heightPx ?? 1e9) < pixels,
    );
    if (!small) return warn("camera_sub_stream.large", "camera_sub_stream.fix", { size });
    const values = { size, offered: `${small.widthPx}×${small.heightPx}` };
    return warn("camera_sub_stream.offered", "camera_sub_stream.fix", values);
  },
);

/** The sub-streams that are configured. */
const subReachable: Check = {
  id: "camera_sub_reachable",
  position: 500,
  run: (site) =>
    each(
      site.cameras.filter(({ subUrl }) => subUrl !== undefined),
      "camera_sub_reachable.none",
      async (camera) => {
        const { name, subUrl } = camera;
        const { stream } = await probed(site, subUrl!, camera);
        const problem = stream?.measure.problem;
        if (!stream || problem) return ofSubject(name, silent(problem, "camera_sub_reachable.fix"));
        const size = `${stream.measure.widthPx}×${stream.measure.heightPx}`;
        return ofSubject(name, ok("camera_sub_reachable.is", { size }));
      },
    ),
};

/** Faults that the configuration's check cannot find, e.g. a missing model or file. */
const accepted: Check = {
  id: "camera_accepted",
  position: 440,
  run: ({ box }) => {
    if (!box) return skip("any.box_stopped");
    if (box.cameras.refused.length === 0) return ok("camera_accepted.all");
    return box.cameras.refused.map(({ stream_id: id, reason }) =>
      ofSubject(id, bad("camera_accepted.refused", "camera_accepted.fix", { reason })),
    );
  },
};

/** Cameras whose own events a behavior needs. */
const events: Check = {
  id: "camera_events",
  position: 510,
  run({ box }) {
    if (!box) return skip("any.box_stopped");
    const silentOnes = box.cameras.without_events ?? [];
    if (silentOnes.length === 0) return ok("camera_events.all");
    return silentOnes.map(({ stream_id: id, reason }) =>
      ofSubject(id, warn("camera_events.none", "camera_events.fix", { reason })),
    );
  },
};

/** Cameras, and the programs that read them. */
export const camerasDoctor: DoctorPart = {
  checks: [
    ffmpeg,
    decoders,
    accepted,
    reachable,
    codec,
    gop,
    clock,
    subStream,
    subReachable,
    events,
  ],
};
