import { omitUndefined } from "../../base/core/omit-undefined.ts";
import type { ConfigPath } from "../../base/contract/explain.ts";
import type { StreamRequest } from "../../perception/settings/stream-document.ts";
import type { ImportFindings } from "./findings.ts";
import { FrigateSection } from "./section.ts";
import type { FrigateSource, FrigateSources } from "./sources.ts";

/** The source of a stream. */
export type StreamSource = NonNullable<StreamRequest["source"]>;

/** Parts that lead from a camera to its source. */
export interface SourceOptions {
  /** The camera's own settings. */
  own: FrigateSection;
  /** `detect.fps`, also the global one. */
  fps: number | undefined;
  sources: FrigateSources;
  findings: ImportFindings;
}

const maxFps = 30;
const defaultOnvifPort = 8000;

/** Returns the source of the inputs: `record` is the main stream, `detect` the sub-stream. */
export function sourceOf(options: SourceOptions): StreamSource | undefined {
  const { own, fps, findings } = options;
  const addresses = addressesOf(options);
  if (!addresses) return undefined;
  const { main, sub } = addresses;
  const onvif = onvifOf(own.section("onvif"), main, options);
  if (sub && sub.type !== main.type) {
    const message = `mixes rtsp and rtsps, and the box takes one type for both streams. It analyses the main stream: use the same type for both`;
    findings.difference(own.section("ffmpeg").at("inputs"), message);
  }
  return omitUndefined({
    url: main.url,
    type: main.type,
    username: main.username ?? onvif?.username,
    password: main.password ?? onvif?.password,
    sub_url: sub?.type === main.type ? withLogin(sub, main) : undefined,
    onvif_url: onvif?.url,
    fps_cap: fps === undefined || fps <= 0 ? undefined : Math.min(maxFps, fps),
  });
}

/** Returns the addresses of both streams; undefined, with the reason among the findings, without any. */
function addressesOf({
  own,
  sources,
  findings,
}: SourceOptions): { main: FrigateSource; sub: FrigateSource | undefined } | undefined {
  const inputs = inputsOf(own.section("ffmpeg"), findings);
  const withRole = (role: string) => inputs.find(({ roles }) => roles.includes(role));
  const detecting = withRole("detect");
  const recording = withRole("record") ?? detecting;
  if (!recording) {
    if (inputs.length === 0) return undefined;
    const at = own.section("ffmpeg").at("inputs");
    findings.problem(at, "has no input with the role detect or record. Give one input this role");
    return undefined;
  }
  const first = sources.resolve(recording.path, recording.at);
  const isOne = detecting === undefined || detecting.path === recording.path;
  const second = isOne ? undefined : sources.resolve(detecting.path, detecting.at);
  if (!first) return second && { main: second, sub: undefined };
  return { main: first, sub: second?.url === first.url ? undefined : second };
}

interface Input {
  path: string;
  roles: readonly string[];
  at: ConfigPath;
}

function inputsOf(ffmpeg: FrigateSection, findings: ImportFindings): Input[] {
  const list = ffmpeg.raw("inputs");
  if (!Array.isArray(list)) {
    findings.problem(ffmpeg.at("inputs"), "must be a list of inputs with path and roles. Add it");
    return [];
  }
  return list.flatMap((value: unknown, index) => {
    const at = [...ffmpeg.at("inputs"), index];
    const input = FrigateSection.of(value, at, findings);
    const path = input.text("path");
    if (path === undefined) {
      findings.problem(at, "has no path. Add the address of the camera");
      return [];
    }
    return [{ path, roles: input.texts("roles") ?? [], at: [...at, "path"] }];
  });
}

/** Returns the address of the sub-stream, with credentials where they differ from the main stream's. */
function withLogin(sub: FrigateSource, main: FrigateSource): string {
  const { username, password, url } = sub;
  const isSame = username === main.username && password === main.password;
  if (username === undefined || isSame) return url;
  const login = [username, password ?? ""].map(encodeURIComponent).join(":");
  return url.replace("://", `://${login}@`);
}

function onvifOf(
  onvif: FrigateSection,
  source: FrigateSource,
  { sources, findings }: Pick<SourceOptions, "sources" | "findings">,
): { url: string; username: string | undefined; password: string | undefined } | undefined {
  const valueOf = (key: string): string | undefined => {
    const text = onvif.text(key);
    return text === undefined ? undefined : sources.substituted(text, onvif.at(key));
  };
  const host = valueOf("host");
  if (host === undefined || host === "" || host === "0.0.0.0") return undefined;
  const [, scheme = "http", name = host] = /^(https?):\/\/(.*?)\/?$/.exec(host) ?? [];
  const port = onvif.number("port") ?? defaultOnvifPort;
  const username = valueOf("user");
  const password = valueOf("password");
  const isOther = username !== source.username || password !== source.password;
  if (source.username !== undefined && username !== undefined && isOther) {
    const message =
      "differs from the login of the video, and the box has one login for each camera. Give both the same rights in the camera";
    findings.difference(onvif.at("user"), message);
  }
  return { url: `${scheme}://${name}:${port}/onvif/device_service`, username, password };
}
