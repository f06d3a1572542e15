import type { Command } from "commander";
import { FfmpegIngest } from "../../adapters/ffmpeg/ffmpeg-ingest.ts";
import { OnvifAdapter } from "../../adapters/onvif/onvif-cameras.ts";
import { RtspRelay } from "../../adapters/rtsp-relay/rtsp-relay.ts";
import { omitUndefined } from "../../base/core/omit-undefined.ts";
import { CameraProbe, type ProbeTarget } from "../../cameras/probe/camera-probe.ts";
import { probeWire } from "../../cameras/probe/probe-wire.ts";
import { cameraNetworks } from "../../cameras/site-parts.ts";
import { invalidField } from "../../base/contract/fail.ts";
import { systemClock } from "../../base/core/clock.ts";
import { silentLogger } from "../../base/core/logger.ts";
import { note, print, printJson, table } from "../terminal/output.ts";
import { loadSite, type SiteFlags, withSiteFlags } from "../box/site.ts";

type Flags = SiteFlags & { json?: boolean };
/** Flags of the commands that try a camera. */
export type ProbeFlags = Flags & { username?: string; passwordStdin?: boolean; onvifUrl?: string };

/** `gatehouse cameras discover|probe`: for a technician at the box; needs no running appliance. */
export function addCamerasCommand(program: Command): void {
  const cameras = program.command("cameras").description("find and try cameras");
  withSiteFlags(
    cameras
      .command("discover")
      .description("search the networks of this box for cameras (WS-Discovery)")
      .option("--seconds <n>", "how long to wait for answers", "3")
      .option("--json", "print JSON"),
  ).action(discover);
  withSiteFlags(
    cameras
      .command("probe <address>")
      .description("try a camera by rtsp(s):// address, or by host with ONVIF; exit 1 if unusable")
      .option("-u, --username <name>", "user name in the camera")
      .option("--password-stdin", "read the password from standard input")
      .option("--onvif-url <url>", "the camera's device service")
      .option("--json", "print JSON"),
  ).action(probe);
}

async function discover(flags: Flags & { seconds: string }): Promise<void> {
  const seconds = Number(flags.seconds);
  if (!(seconds >= 0.5 && seconds <= 60)) {
    throw invalidField("seconds", "must be from 0.5 to 60. Give another --seconds");
  }
  const { onvif } = await cameraParts(flags);
  const found = await onvif.discover(seconds * 1000, new AbortController().signal);
  if (flags.json) {
    printJson(found.map(({ url, ...more }) => ({ onvif_url: url, ...more })));
    return;
  }
  if (found.length === 0) {
    note("No camera answered. Cameras may have discovery or ONVIF switched off, or be in another");
    note("network: multicast does not pass routers.");
    return;
  }
  const rows = found.map((one) => [one.ip, one.name ?? "", one.hardware ?? "", one.url]);
  print(...table([["ADDRESS", "NAME", "HARDWARE", "ONVIF"], ...rows]));
}

async function probe(address: string, flags: ProbeFlags): Promise<void> {
  const { onvif, ingest } = await cameraParts(flags);
  const probes = new CameraProbe({ onvif, ingest, clock: systemClock, keepSecret: () => {} });
  const target = await targetOf(address, flags);
  const result = probeWire(await probes.probe(target, new AbortController().signal));
  if (!result.usable) process.exitCode = 1;
  if (flags.json) {
    printJson(result);
    return;
  }
  print(...probeLines(result));
}

/** Returns the camera that an address and the flags name; reads the password where they say so. */
export async function targetOf(address: string, flags: ProbeFlags): Promise<ProbeTarget> {
  const password = flags.passwordStdin ? await readPassword() : undefined;
  const { username, onvifUrl } = flags;
  const at = /^rtsps?:/i.test(address) ? { url: address } : { host: address };
  return { ...at, ...omitUndefined({ username, password, onvifUrl }) };
}

/** Returns a probe's result as a table, with `more` rows, and its advice below. */
export function probeLines(
  result: ReturnType<typeof probeWire>,
  more: readonly [string, string][] = [],
): string[] {
  const { rtsp, onvif } = result;
  const rows: [string, string][] = [
    ["usable", result.usable ? "yes" : "no"],
    ["credentials", result.credentials.replace("_", " ")],
  ];
  if (onvif.model !== null) rows.push(["camera", `${onvif.manufacturer ?? ""} ${onvif.model}`]);
  if (rtsp?.codec) {
    rows.push(["stream", rtsp.url]);
    rows.push(["picture", `${rtsp.codec} ${rtsp.width}×${rtsp.height}, ${rtsp.fps} fps`]);
    rows.push(["key frames", rtsp.gop_seconds === null ? "?" : `every ${rtsp.gop_seconds} s`]);
  }
  for (const profile of onvif.profiles) {
    const size = `${profile.codec ?? "?"} ${profile.width}×${profile.height}`;
    rows.push([
      "profile",
      `${size}${profile.has_ptz ? ", moves" : ""}  ${profile.stream_url ?? ""}`,
    ]);
  }
  rows.push(...more);
  const advice = result.advice.map(({ level, message }) => `${level}: ${message}`);
  return [...table(rows), ...advice];
}

/** Returns what tries a camera in the networks of the site, without an appliance. */
export async function cameraParts(flags: Flags) {
  const allowedNetworks = cameraNetworks(await loadSite(flags), false);
  const log = silentLogger;
  return {
    onvif: new OnvifAdapter({ allowedNetworks, log, wallMs: () => systemClock.wallMs() }),
    ingest: (onCameraClock: (unixMs: number) => void) =>
      new FfmpegIngest({ relay: new RtspRelay({ allowedNetworks, onCameraClock }), log }),
  };
}

/** Reads the first line of standard input. */
async function readPassword(): Promise<string> {
  let text = "";
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    text += chunk.toString("utf8");
    if (text.length > 4096) break;
  }
  return text.split(/\r?\n/, 1)[0] ?? "";
}
