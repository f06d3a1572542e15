/** The one video track of a session description that is relayed. */
export interface VideoTrack {
  /** ffmpeg's name of the codec. */
  codec: string;
  /** Control URI of the track, absolute or relative to the base (RFC 2326 C.1.1). */
  control: string;
  /** Control URI of the whole session, or undefined when the base itself controls it. */
  sessionControl: string | undefined;
  /** The description with this track only, controlled as `track`. */
  sdp: string;
}

/** Encodings of RTP that ffmpeg copies into fragmented MP4, by their names in SDP. */
const codecs: Readonly<Record<string, string>> = {
  H264: "h264",
  H265: "hevc",
  "MP4V-ES": "mpeg4",
  JPEG: "mjpeg",
};

/** Payload types with a fixed meaning that cameras send without `a=rtpmap` (RFC 3551 table 5). */
const staticTypes: Readonly<Record<string, string>> = { "26": "JPEG", "32": "MPV", "34": "H263" };

/**
 * Picks the first video track that can be copied. `no_video` when there is no video track at all,
 * or the name of the codec when there is one that is not supported.
 */
export function pickVideo(
  sdp: string,
): VideoTrack | { refused: "no_video" } | { refused: "codec"; codec: string } {
  const { session, media } = sectionsOf(sdp);
  const videos = media.filter((lines) => lines[0]!.startsWith("m=video "));
  if (videos.length === 0) return { refused: "no_video" };
  const names = videos.map((lines) => encodingOf(lines, staticTypes).name.split("/")[0]!);
  const index = names.findIndex((name) => codecs[name] !== undefined);
  if (index === -1) return { refused: "codec", codec: names[0]! };
  const track = videos[index]!;
  const sessionControl = controlOf(session);
  const lines = [...withoutControl(session), ...withoutControl(track), "a=control:track"];
  return {
    codec: codecs[names[index]!]!,
    control: controlOf(track) ?? "",
    sessionControl: sessionControl === "*" ? undefined : sessionControl,
    sdp: `${lines.join("\r\n")}\r\n`,
  };
}

/** The lines of a description: of the whole session, and of each track. */
export function sectionsOf(sdp: string): { session: string[]; media: string[][] } {
  const sections = sdp
    .replaceAll("\r\n", "\n")
    .split(/^(?=m=)/m)
    .map((section) => section.split("\n").filter((line) => line !== ""));
  const [session = [], ...media] = sections[0]?.[0]?.startsWith("m=")
    ? [[], ...sections]
    : sections;
  return { session, media };
}

/**
 * The first payload type of a track and its encoding, in upper case: `NAME/RATE[/CHANNELS]`. `fixed` names those that
 * need no `a=rtpmap`.
 */
export function encodingOf(
  lines: readonly string[],
  fixed: Readonly<Record<string, string>>,
): { type: string; name: string } {
  const type = lines[0]!.trim().split(/\s+/)[3] ?? "";
  for (const line of lines) {
    const match = /^a=rtpmap:(\d+)\s+(\S+)/i.exec(line);
    if (match?.[1] === type) return { type, name: match[2]!.toUpperCase() };
  }
  return { type, name: fixed[type] ?? "unknown" };
}

/** The control URI of a session or a track; undefined without one. */
export function controlOf(lines: readonly string[]): string | undefined {
  const line = lines.find((each) => each.toLowerCase().startsWith("a=control:"));
  return line?.slice("a=control:".length).trim();
}

/** Drops control URIs, which name the camera, and ranges, which a live stream has no use for. */
function withoutControl(lines: readonly string[]): string[] {
  return lines.filter((each) => !/^a=(control|range):/i.test(each));
}

/** `control` resolved against `base` the way cameras expect it: appended, not by RFC 3986. */
export function resolveControl(base: string, control: string): string {
  if (control === "" || control === "*") return base;
  if (/^rtsps?:\/\//i.test(control)) return control;
  return base.endsWith("/") ? base + control : `${base}/${control}`;
}
