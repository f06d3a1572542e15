import type { ProbeResult } from "../../cameras/camera-probe.ts";
import {
  about,
  bad,
  type Check,
  type DoctorCamera,
  type DoctorSite,
  each,
  type Finding,
  ok,
  skip,
  warn,
} from "./check.ts";

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
  id: string,
  title: string,
  look: (result: ProbeResult, camera: DoctorCamera) => Finding,
): Check {
  return {
    id,
    title,
    run: (site) =>
      each(site.cameras, "there is no camera with an RTSP address", async (camera) =>
        about(camera.name, look(await probed(site, camera.url, camera), camera)),
      ),
  };
}

const noPicture = skip("it sends no picture, see camera_reachable");

const reachable = cameraCheck("camera_reachable", "cameras", ({ stream }) => {
  const problem = stream?.measure.problem;
  if (stream && !problem)
    return ok(`the first picture came after ${(stream.measure.firstPictureSec ?? 0).toFixed(1)} s`);
  return bad(
    problem?.message ?? "The camera does not answer",
    "Look at its power, cable, address and password; gatehouse cameras probe shows more.",
  );
});

const codec = cameraCheck("camera_codec", "codecs of cameras", ({ stream }) => {
  if (!stream || stream.measure.problem) return noPicture;
  const { codec: found, hasBFrames } = stream.measure;
  if (found !== "h264") {
    return warn(
      `it sends ${found ?? "an unknown codec"}, which browsers do not play live`,
      "Set the camera to H.264, or use an H.264 sub-stream.",
    );
  }
  if (hasBFrames)
    return warn("it sends B-frames, which delay the picture", "Switch B-frames off in the camera.");
  return ok("H.264 without B-frames");
});

const gop = cameraCheck("camera_gop", "key frames of cameras", ({ stream }) => {
  if (!stream || stream.measure.problem) return noPicture;
  const { gopSec } = stream.measure;
  const fix = 'Set the key frame interval to 1 to 2 s, and switch off "smart" codecs.';
  if (gopSec === null) return warn("no second key frame came", fix);
  const said = `a key frame every ${gopSec.toFixed(1)} s`;
  return gopSec > longGopSec ? warn(said, fix) : ok(said);
});

const clock = cameraCheck("camera_clock", "clocks of cameras", ({ stream, onvif }) => {
  const byOnvif = "clockOffsetMs" in onvif.answer ? onvif.answer.clockOffsetMs : null;
  const offsetMs = stream?.measure.clockOffsetMs ?? byOnvif;
  if (offsetMs === null || offsetMs === undefined) return skip("it does not tell its time");
  const said = `${Math.abs(offsetMs / 1000).toFixed(1)} s ${offsetMs > 0 ? "ahead of" : "behind"} the box`;
  if (Math.abs(offsetMs) <= clockOffMs) return ok(said);
  return warn(said, "Let the camera and the box take the time from the same server (NTP).");
});

const subStream = cameraCheck(
  "camera_sub_stream",
  "sub-streams of cameras",
  ({ stream, onvif }, { subUrl }) => {
    if (!stream || stream.measure.problem) return noPicture;
    if (subUrl !== undefined) return ok("one is configured");
    const { widthPx, heightPx } = stream.measure;
    const pixels = (widthPx ?? 0) * (heightPx ?? 0);
    if (pixels <= largePixels) return ok(`the stream is small itself (${widthPx}×${heightPx})`);
    const profiles = "profiles" in onvif.answer ? onvif.answer.profiles : [];
    const small = profiles.find(
      (one) => one.streamUrl !== null && (one.widthPx ?? 1e9) * (one.heightPx ?? 1e9) < pixels,
    );
    const where = small ? `: it offers ${small.widthPx}×${small.heightPx}` : "";
    return warn(
      `${widthPx}×${heightPx} is decoded for detection${where}`,
      "Set source.sub_url to a stream of about 640×360.",
    );
  },
);

/** The sub-streams that are configured. */
const subReachable: Check = {
  id: "camera_sub_reachable",
  title: "configured sub-streams",
  run: (site) =>
    each(
      site.cameras.filter(({ subUrl }) => subUrl !== undefined),
      "no sub-stream is configured",
      async (camera) => {
        const { name, subUrl } = camera;
        const { stream } = await probed(site, subUrl!, camera);
        const problem = stream?.measure.problem;
        if (stream && !problem)
          return about(name, ok(`${stream.measure.widthPx}×${stream.measure.heightPx}`));
        return about(
          name,
          bad(problem?.message ?? "It does not answer", "Mend source.sub_url, or remove it."),
        );
      },
    ),
};

/** What the configuration's check cannot see, e.g. a model or a file that is not there. */
const accepted: Check = {
  id: "camera_accepted",
  title: "cameras of the configuration",
  run: ({ box }) => {
    if (!box) return skip("the box does not run");
    const fix = "Mend what it names; the box tries again every 30 s.";
    return box.cameras.refused.length === 0
      ? ok("the box has accepted each")
      : box.cameras.refused.map((one) => about(one.stream_id, bad(one.reason, fix)));
  },
};

/** Checks of cameras. */
export const cameraChecks: readonly Check[] = [
  accepted,
  reachable,
  codec,
  gop,
  clock,
  subStream,
  subReachable,
];
