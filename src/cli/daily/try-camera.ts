import { type Command, Option } from "commander";
import { systemClock } from "../../base/core/clock.ts";
import { CameraProbe } from "../../cameras/probe/camera-probe.ts";
import { probeWire } from "../../cameras/probe/probe-wire.ts";
import { cameraParts, type ProbeFlags, probeLines, targetOf } from "../commands/cameras.ts";
import { withSiteFlags } from "../box/site.ts";
import { print, printJson } from "../terminal/output.ts";
import { halfBlocks, sixel } from "../terminal/picture.ts";
import { drawsSixels } from "../terminal/sixel-terminal.ts";
import { decoded, type FirstPicture, watched } from "./camera-picture.ts";

type Form = "auto" | "sixel" | "blocks" | "none";
type Flags = ProbeFlags & { picture: Form };

/** Widths of pictures: of sixels in pixels, and the most columns of half blocks. */
const sixelPx = 480;
const mostColumns = 100;

/** `gatehouse try ADDRESS`: judges a camera with a picture in the terminal; exit code 1 if it is unusable. */
export function addTryCommand(program: Command): void {
  const command = program
    .command("try <address>")
    .description("judge a camera (rtsp:// address, or host with ONVIF) and show its picture")
    .option("-u, --username <name>", "user name in the camera")
    .option("--password-stdin", "read the password from standard input")
    .option("--onvif-url <url>", "the camera's device service")
    .addOption(
      new Option("--picture <form>", "how to draw: auto draws in a terminal only")
        .choices(["auto", "sixel", "blocks", "none"])
        .default("auto"),
    )
    .option("--json", "print JSON, and no picture");
  withSiteFlags(command).action(tryCamera);
}

async function tryCamera(address: string, flags: Flags): Promise<void> {
  const { onvif, ingest } = await cameraParts(flags);
  let first: FirstPicture | undefined;
  const probes = new CameraProbe({
    onvif,
    ingest: (onCameraClock) => watched(ingest(onCameraClock), (picture) => (first ??= picture)),
    clock: systemClock,
    keepSecret: () => {},
  });
  const target = await targetOf(address, flags);
  const result = probeWire(await probes.probe(target, new AbortController().signal));
  const sound = soundText(first);
  if (!result.usable) process.exitCode = 1;
  if (flags.json) {
    printJson({ ...result, sound });
    return;
  }
  if (first) await draw(first, flags.picture);
  print(...probeLines(result, sound === undefined ? [] : [["sound", sound]]));
}

/** Says which sound the camera has; undefined when no picture came. */
function soundText(first: FirstPicture | undefined): string | undefined {
  const sound = first?.init.sound;
  if (first === undefined) return undefined;
  if (sound === undefined) return "none";
  return "header" in sound ? `${sound.codec}, ${sound.rateHz} Hz` : `none (${sound.lack})`;
}

async function draw(first: FirstPicture, form: Form): Promise<void> {
  const isAuto = form === "auto";
  if (form === "none" || (isAuto && !process.stdout.isTTY)) return;
  const isSixel = form === "sixel" || (isAuto && (await drawsSixels()));
  const widthPx = isSixel ? sixelPx : Math.min(process.stdout.columns || 80, mostColumns);
  const picture = await decoded(first, widthPx);
  if (picture) print(...(isSixel ? [sixel(picture)] : halfBlocks(picture)));
}
