import { FfmpegProcess } from "./ffmpeg-process.ts";
import type { SourceProblem } from "../../cameras/source.ts";

/** The abilities of the machine's ffmpeg, read once. */
export interface FfmpegAbilities {
  /** Options that keep every frame at its own time: the name changed with ffmpeg 5.1. */
  passthroughArgs: readonly string[];
  /** Returns the H.264 encoder with its options, or MPEG-4 where there is none. */
  encoderArgs: readonly string[];
}

/** Encoders by preference with their fastest settings; the last is in every ffmpeg. */
const encoders: readonly (readonly [name: string, args: readonly string[]])[] = [
  ["libx264", ["-preset", "ultrafast", "-tune", "zerolatency", "-crf", "20"]],
  ["libopenh264", ["-b:v", "4M"]],
  ["mpeg4", ["-q:v", "3"]],
];

/** Runs a program to its end and returns its output; undefined when it failed. */
async function outputOf(
  program: string,
  args: readonly string[],
): Promise<{ output: string | undefined; complaint: string }> {
  const child = FfmpegProcess.start({ program, args });
  const parts: Buffer[] = [];
  let length = 0;
  child.stdout.on("data", (chunk: Buffer) => {
    length += chunk.length;
    if (length <= 4 * 1024 * 1024) parts.push(chunk);
  });
  const exit = await child.exited;
  const complaint = child.stderrTail();
  return exit.code === 0
    ? { output: Buffer.concat(parts).toString("utf8"), complaint }
    : { output: undefined, complaint };
}

/** Asks ffmpeg for its options and encoders. Takes about 0.1 s. */
export async function probeAbilities(program: string): Promise<FfmpegAbilities> {
  const help = await outputOf(program, ["-h", "long"]);
  const list = await outputOf(program, ["-encoders"]);
  const [name, args] =
    encoders.find(([each]) => new RegExp(` ${each} `).test(list.output ?? "")) ?? encoders.at(-1)!;
  const hasFpsMode = /^-fps_mode\b/m.test(help.output ?? "");
  return {
    passthroughArgs: [hasFpsMode ? "-fps_mode" : "-vsync", "passthrough"],
    encoderArgs: ["-c:v", name, ...args, "-pix_fmt", "yuv420p", "-bf", "0", "-g", "50"],
  };
}

/** The video track of a file. */
export interface FileFormat {
  codec: string;
  /** ffmpeg's comma list of names of the container. */
  container: string;
}

/** Containers that ffmpeg may open: none that refers to other files or addresses. */
export const fileInputArgs: readonly string[] = [
  "-protocol_whitelist",
  "file",
  "-format_whitelist",
  "mov,mp4,m4a,3gp,3g2,mj2,avi,matroska,webm,mpegts,mpeg,mpegvideo,flv,asf,ogg,h264,hevc,m4v,mjpeg,mxf,wtv,nut,ivf",
];

/** Looks into a file below a media directory; never rejects. */
export async function probeFile(
  program: string,
  path: string,
): Promise<FileFormat | SourceProblem> {
  const { output, complaint } = await outputOf(program, [
    ...fileInputArgs,
    "-select_streams",
    "V:0",
    "-show_entries",
    "stream=codec_name:format=format_name",
    "-of",
    "json",
    `file:${path}`,
  ]);
  if (output === undefined) return unreadable(complaint);
  const found = JSON.parse(output) as {
    streams?: { codec_name?: string }[];
    format?: { format_name?: string };
  };
  const codec = found.streams?.[0]?.codec_name;
  if (codec === undefined) {
    return { code: "stream_no_video", message: "The file has no video track." };
  }
  return { codec, container: found.format?.format_name ?? "" };
}

function unreadable(complaint: string): SourceProblem {
  if (/No such file/.test(complaint)) {
    return { code: "file_not_found", message: "There is no such file any more." };
  }
  return {
    code: "stream_broken",
    message: "The file cannot be read as a video. Play it elsewhere to check that it is whole.",
  };
}
