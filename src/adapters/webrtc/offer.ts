import { fail } from "../../base/contract/fail.ts";

/** One codec that a viewer can receive. */
export interface OfferedCodec {
  payloadType: number;
  /** Name in capital letters, e.g. `H264`. */
  name: string;
  rate: number;
  /** Value of its `fmtp`; empty without one. */
  parameters: string;
}

/** One media section of an offer. */
export interface OfferedMedia {
  kind: string;
  mid: string;
  /** Protocol of its first line, e.g. `UDP/TLS/RTP/SAVPF`. */
  protocol: string;
  /** Formats of its first line. */
  formats: readonly string[];
  /** True for `recvonly` and `sendrecv`, unless the section is switched off. */
  isReceiving: boolean;
  codecs: readonly OfferedCodec[];
  /** Header extensions, from URI to id. */
  extensions: ReadonlyMap<string, number>;
}

/** What the box needs of an offer (RFC 8866, RFC 9429). Candidates are left out on purpose. */
export interface Offer {
  ufrag: string;
  password: string;
  /** Hash and value of the viewer's certificate, e.g. `sha-256 AB:CD:…`. */
  fingerprint: string;
  setup: "actpass" | "active" | "passive";
  media: readonly OfferedMedia[];
  /** The section that asks for video. */
  video: OfferedMedia;
  /** The section that asks for sound on the connection of the video (RFC 8843); undefined without one. */
  sound: OfferedMedia | undefined;
}

/** Bounds of an offer; that of Chromium for video and sound has 200 lines. */
const maxLines = 2000;
const maxSections = 8;

/**
 * Reads an offer of WHEP. Throws `invalid_request_body` for what is no session description, lacks what a connection
 * needs, or does not ask for video.
 */
export function readOffer(text: string): Offer {
  const lines = text.split(/\r\n|\n|\r/).filter((line) => line !== "");
  if (lines[0] !== "v=0" || lines.length > maxLines) throw refused("is no session description");
  const starts = lines.flatMap((line, at) => (line.startsWith("m=") ? [at] : []));
  if (starts.length > maxSections) throw refused(`has more than ${maxSections} media sections`);
  const session = lines.slice(0, starts[0] ?? lines.length);
  const sections = starts.map((start, at) => lines.slice(start, starts[at + 1]));
  const media = sections.map(readMedia);
  const at = media.findIndex(({ kind, isReceiving }) => kind === "video" && isReceiving);
  const video = media[at];
  if (!video) throw refused("asks for no video: it needs a section `m=video` with `a=recvonly`");
  const value = (name: string, pattern: RegExp): string => {
    const found = attribute(sections[at]!, name) ?? attribute(session, name) ?? "";
    if (!pattern.test(found)) throw refused(`has no valid a=${name}`);
    return found;
  };
  return {
    ufrag: value("ice-ufrag", /^[A-Za-z0-9+/]{4,256}$/),
    password: value("ice-pwd", /^[A-Za-z0-9+/]{22,256}$/),
    fingerprint: value(
      "fingerprint",
      /^sha-(256|384|512) [0-9A-Fa-f]{2}(:[0-9A-Fa-f]{2}){31,63}$/i,
    ),
    setup: value("setup", /^(actpass|active|passive)$/) as Offer["setup"],
    media,
    video,
    sound: soundBeside(video, media, bundleOf(session)),
  };
}

/** Returns the `mid` values that share one connection. */
function bundleOf(session: readonly string[]): readonly string[] {
  return (
    attribute(session, "group")
      ?.match(/^BUNDLE (.*)$/)?.[1]
      ?.split(" ") ?? []
  );
}

function soundBeside(
  video: OfferedMedia,
  media: readonly OfferedMedia[],
  bundle: readonly string[],
): OfferedMedia | undefined {
  if (!bundle.includes(video.mid)) return undefined;
  return media.find(
    ({ kind, mid, isReceiving }) =>
      kind === "audio" && isReceiving && mid !== video.mid && bundle.includes(mid),
  );
}

function readMedia(lines: readonly string[], index: number): OfferedMedia {
  const first =
    /^m=([a-z]{1,16}) (\d{1,5})(?:\/\d{1,5})? ([A-Za-z/]{1,32}) ([\x21-\x7e ]{1,1024})$/;
  const match = first.exec(lines[0]!);
  if (!match) throw refused(`has an invalid line: ${lines[0]!.slice(0, 40)}`);
  const [, kind = "", , protocol = "", formats = ""] = match;
  const mid = attribute(lines, "mid") ?? String(index);
  if (!/^[A-Za-z0-9_.-]{1,32}$/.test(mid)) throw refused("has an invalid a=mid");
  const isOff = ["sendonly", "inactive"].some((each) => lines.includes(`a=${each}`));
  return {
    kind,
    mid,
    protocol,
    formats: formats.trim().split(/ +/),
    isReceiving: !isOff && protocol.includes("RTP"),
    codecs: codecsOf(lines),
    extensions: extensionsOf(lines),
  };
}

function codecsOf(lines: readonly string[]): OfferedCodec[] {
  const parameters = new Map<string, string>();
  for (const line of lines) {
    const match = /^a=fmtp:(\d{1,3}) ([\x20-\x7e]{1,256})$/.exec(line);
    if (match) parameters.set(match[1]!, match[2]!);
  }
  return lines.flatMap((line) => {
    const match = /^a=rtpmap:(\d{1,3}) ([A-Za-z0-9.-]{1,32})\/(\d{1,6})(?:\/\d{1,2})?$/.exec(line);
    const payloadType = Number(match?.[1]);
    if (!match || payloadType > 127) return [];
    const [, type = "", name = "", rate] = match;
    const own = parameters.get(type) ?? "";
    return [{ payloadType, name: name.toUpperCase(), rate: Number(rate), parameters: own }];
  });
}

function extensionsOf(lines: readonly string[]): Map<string, number> {
  const extensions = new Map<string, number>();
  for (const line of lines) {
    const match = /^a=extmap:(\d{1,3})(?:\/[a-z]{1,8})? ([\x21-\x7e]{1,128})(?: |$)/.exec(line);
    if (match) extensions.set(match[2]!, Number(match[1]));
  }
  return extensions;
}

function attribute(lines: readonly string[], name: string): string | undefined {
  const start = `a=${name}:`;
  return lines.find((line) => line.startsWith(start))?.slice(start.length);
}

function refused(what: string) {
  return fail("invalid_request_body", `offer: ${what}. Send the offer of a WebRTC client`);
}
