import { isOnvifProblem, type OnvifCamera, type OnvifProfile } from "../onvif-port.ts";
import type { SourceProblem } from "../source.ts";
import type { StreamMeasure } from "../stream-measure.ts";
import type { adviceCodes, adviceLevels } from "./probe-terms.ts";

/** One piece of advice; `code` is the code of a problem, or one of `adviceCodes`. */
export interface Advice {
  code: string;
  level: (typeof adviceLevels)[number];
  message: string;
  values: Record<string, number | string>;
}

/** A longer interval delays live views, and the wake-up of idle scenes. */
const longGopSec = 4;
/** A larger offset makes the times in the picture and those of the box disagree visibly. */
const clockOffMs = 2000;
const slowStartSec = 5;

type Code = (typeof adviceCodes)[number];

function advice(
  code: Code,
  level: Advice["level"],
  more: { message: string; values?: Advice["values"] },
): Advice {
  return { code, level, message: more.message, values: more.values ?? {} };
}

function adviceOfProblem({ code, message }: SourceProblem): Advice {
  return { code, level: "critical", message, values: {} };
}

const seconds = (value: number): number => Math.round(value * 10) / 10;

/** Returns advice for a camera with this answer, most important first. */
export function adviceFor(
  stream: StreamMeasure | null,
  onvif: OnvifCamera | SourceProblem,
): Advice[] {
  const all: Advice[] = [];
  if (stream?.problem) all.push(adviceOfProblem(stream.problem));
  if (isOnvifProblem(onvif)) {
    const isOnlyWay = stream === null;
    if (isOnlyWay) all.push(adviceOfProblem(onvif));
    all.push(
      advice("onvif_unavailable", "info", {
        message: `The camera gives no information by ONVIF: ${onvif.message} Streams work without ONVIF if you enter their RTSP address.`,
      }),
    );
  }
  if (stream && !stream.problem) all.push(...aboutStream(stream));
  all.push(...aboutClock(stream, onvif));
  if (!isOnvifProblem(onvif)) all.push(...aboutProfiles(onvif.profiles));
  const rank = { critical: 0, warning: 1, info: 2 } as const;
  return all.toSorted((a, b) => rank[a.level] - rank[b.level]);
}

function aboutCodec(codec: string | null): Advice {
  if (codec === "hevc") {
    return advice("codec_in_some_browsers", "warning", {
      message:
        "The camera sends H.265. Safari plays it; Chrome, Edge and Firefox play it on computers whose graphics hardware decodes it. Other browsers show single pictures. Set the camera or its sub-stream to H.264 for video in every browser; detection works as it is.",
      values: { codec },
    });
  }
  const name = codec ?? "unknown";
  return advice("codec_not_in_browsers", "warning", {
    message: `The camera sends ${name}, which browsers do not play live. Set it to H.264, or use an H.264 sub-stream; detection works as it is.`,
    values: { codec: name },
  });
}

function aboutStream(stream: StreamMeasure): Advice[] {
  const found: Advice[] = [];
  const { codec, gopSec, watchedSec, firstPictureSec } = stream;
  if (codec !== "h264") found.push(aboutCodec(codec));
  if (gopSec !== null && gopSec > longGopSec) {
    found.push(
      advice("gop_long", "warning", {
        message: `Key frames come only every ${seconds(gopSec)} s: pictures and live views start that late. Set the key frame interval to 1 to 2 s, and switch off "smart" codecs.`,
        values: { seconds: seconds(gopSec) },
      }),
    );
  }
  if (gopSec === null && watchedSec > longGopSec) {
    found.push(
      advice("gop_unknown", "warning", {
        message: `No second key frame came in ${seconds(watchedSec)} s. Set the key frame interval to 1 to 2 s, and switch off "smart" codecs.`,
        values: { seconds: seconds(watchedSec) },
      }),
    );
  }
  if (stream.hasBFrames) {
    found.push(
      advice("b_frames", "info", {
        message: "The camera sends B-frames, which delay the live view. Switch them off.",
      }),
    );
  }
  if (firstPictureSec !== null && firstPictureSec > slowStartSec) {
    found.push(
      advice("slow_start", "info", {
        message: `The first picture took ${seconds(firstPictureSec)} s. A shorter key frame interval helps.`,
        values: { seconds: seconds(firstPictureSec) },
      }),
    );
  }
  return found;
}

function aboutClock(stream: StreamMeasure | null, onvif: OnvifCamera | SourceProblem): Advice[] {
  const offsetMs = stream?.clockOffsetMs ?? (isOnvifProblem(onvif) ? null : onvif.clockOffsetMs);
  if (offsetMs === null) {
    if (stream === null || stream.problem) return [];
    return [
      advice("clock_unknown", "info", {
        message: "The camera reports its time neither by RTCP nor by ONVIF.",
      }),
    ];
  }
  if (Math.abs(offsetMs) <= clockOffMs) return [];
  const off = seconds(Math.abs(offsetMs) / 1000);
  const way = offsetMs > 0 ? "ahead of" : "behind";
  return [
    advice("clock_off", "warning", {
      message: `The camera's clock is ${off} s ${way} the box's. Set both to the same time server (NTP).`,
      values: { seconds: seconds(offsetMs / 1000) },
    }),
  ];
}

function aboutProfiles(profiles: readonly OnvifProfile[]): Advice[] {
  const streams = profiles.filter(({ streamUrl }) => streamUrl !== null);
  const area = (one: OnvifProfile): number => (one.widthPx ?? 0) * (one.heightPx ?? 0);
  const largest = Math.max(0, ...streams.map(area));
  const sub = streams.find((one) => one.codec === "h264" && area(one) > 0 && area(one) < largest);
  if (!sub) {
    return [
      advice("no_sub_stream", "info", {
        message:
          "The camera offers no smaller H.264 stream. Add one of about 640×360 if its settings allow it: that saves most of the box's work.",
      }),
    ];
  }
  const { widthPx, heightPx, streamUrl } = sub;
  return [
    advice("sub_stream", "info", {
      message: `The camera also sends ${widthPx}×${heightPx} in H.264. Use it where that is enough detail: it is less work for the box.`,
      values: { url: streamUrl!, width: widthPx!, height: heightPx! },
    }),
  ];
}
