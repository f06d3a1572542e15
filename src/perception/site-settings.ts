import { type Static, Type } from "typebox";
import {
  amount,
  choice,
  count,
  section,
  text,
  organisationSetting,
} from "../base/settings/fields.ts";
import { readSecret } from "../base/settings/secret-files.ts";
import { resolve } from "node:path";
import { type StreamRequest, streamRequestSchema } from "./settings/stream-document.ts";
import type { Fault } from "../base/contract/explain.ts";
import { installDir } from "../base/settings/install-dir.ts";
import { streamIdPattern } from "./core/stream-terms.ts";

const inferenceServer = section("A model that a server of the site runs", {
  model: Type.String({ title: "Name of the installed model", minLength: 1, maxLength: 64 }),
  url: Type.String({
    title: "Base address of the server that runs the model (Open Inference Protocol v2)",
    pattern: "^https?://[^\\s/]+(/\\S*)?$",
    maxLength: 2048,
  }),
  remote_name: Type.Optional(
    Type.String({
      title: "The model's name on the server, if another",
      minLength: 1,
      maxLength: 200,
    }),
  ),
});

/** The detection models. */
export const modelsSetting = section("Detection models", "restart", {
  dir: text({ title: "Directory with the manifests of the models", default: "./models" }),
  default: text({
    title: "Model of streams that do not name a model: `auto`, `motion`, or the name of a model",
    applies: "live",
    default: "auto",
    maxLength: 100,
  }),
  inference_servers: Type.Array(inferenceServer, {
    title: "Inference servers, each with the model that it runs (docs/development/executors.md)",
    default: [],
    maxItems: 50,
  }),
});

/** Detection and tracking. */
export const perceptionSetting = section("Detection and tracking", "live", {
  hardware_decoding: choice(["auto", "off", "cuda", "vaapi", "v4l2m2m", "nvv4l2"], {
    applies: "restart",
    title:
      "Hardware decoding of video. `auto`: the box tries the machine's decoders and uses one that returns correct frames; `off`: it decodes in software; a name: it tries only this decoder",
    default: "auto",
  }),
  parallel_detections: count({
    applies: "restart",
    title:
      "Number of threads for one run of the detector. With 0 the box measures the best number when it first uses a model",
    default: 0,
    minimum: 0,
    maximum: 64,
  }),
  fps_cap: amount({
    title: "Frames per second that the box analyses of a stream without its own `source.fps_cap`",
    unit: "frames per second",
    default: 5,
    minimum: 0.1,
    maximum: 30,
  }),
  live_transcodes: count({
    title:
      "Largest number of cameras whose live video the box encodes again while somebody watches: H.265 for browsers that cannot play it, and video with privacy masks. Each takes up to one core. With 0 the page shows `live.mjpeg` instead",
    default: 0,
    minimum: 0,
    maximum: 16,
  }),
  narration: choice(["off", "info", "warning", "critical"], {
    title:
      "Lowest severity of incidents that a vision endpoint describes in words. The pictures of these incidents leave the box. The endpoint's `data` must list `incident`",
    default: "off",
  }),
  min_score: amount({
    title: "Lowest score of a detection that starts a track",
    default: 0.4,
    minimum: 0.01,
    maximum: 0.99,
  }),
});

const { stream_id: _id, source, input: _input, ...watching } = streamRequestSchema.properties;
const { password, ...sourceFields } = source.properties;

const cameraSource = section("Where the stream comes from", {
  ...sourceFields,
  password: Type.Optional({
    ...password,
    title: "Password; prefer `password_file`, so that this file holds no secret",
  }),
  password_file: Type.Optional(
    Type.String({ title: "File whose first line is the password", minLength: 1, maxLength: 4096 }),
  ),
});

const cameraEntry = section("A camera: the body of POST /api/v1/surveillance/streams", {
  id: Type.String({ title: "Stream id", pattern: streamIdPattern }),
  organisation: organisationSetting("Organisation that the stream belongs to"),
  source: cameraSource,
  ...watching,
});

/** The cameras of the site. */
export const camerasSetting = Type.Array(cameraEntry, {
  title: "Cameras that the box watches from its start",
  applies: "live",
  default: [],
  maxItems: 256,
});

/** One camera as written. */
export type CameraYaml = Static<typeof cameraEntry>;

/** A camera of the configuration: a stream request on behalf of an organisation. */
export interface CameraConfig {
  organisation: string;
  /** Body of `POST /surveillance/streams`, with `stream_id` and, if any, the password filled in. */
  request: StreamRequest;
}

/**
 * Makes stream requests of the configured cameras: `id` becomes `stream_id`, and passwords are read
 * from their files. A file that cannot be read is a fault of its camera.
 */
export async function readCameras(
  cameras: readonly CameraYaml[],
): Promise<{ cameras: CameraConfig[]; faults: Fault[] }> {
  const faults: Fault[] = [];
  const read = await Promise.all(
    cameras.map(async (camera, at): Promise<CameraConfig> => {
      const { id, organisation, source, ...rest } = camera;
      const { password_file: file, ...plain } = source;
      const request = { ...rest, stream_id: id, source: plain } satisfies StreamRequest;
      if (file === undefined) return { organisation, request };
      const password = await readSecret(resolve(installDir, file));
      if (typeof password === "string") {
        return { organisation, request: { ...request, source: { ...plain, password } } };
      }
      faults.push({ path: ["cameras", at, "source", "password_file"], message: password.message });
      return { organisation, request };
    }),
  );
  return { cameras: read, faults };
}
