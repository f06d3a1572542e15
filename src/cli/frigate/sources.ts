import type { ConfigPath } from "../../base/contract/explain.ts";
import { percentDecoded } from "../../base/core/percent-decoded.ts";
import type { ProcessEnvironment } from "../../system/config/environment.ts";
import type { ImportFindings } from "./findings.ts";
import type { FrigateSection } from "./section.ts";
import { withVariables } from "./variables.ts";

/** The address of a camera and its credentials. */
export interface FrigateSource {
  type: "rtsp" | "rtsps";
  /** Without credentials before the host. */
  url: string;
  username?: string;
  password?: string;
}

/** The parts of `FrigateSources`. */
export interface SourcesParts {
  /** The section `go2rtc`. */
  go2rtc: FrigateSection;
  variables: ProcessEnvironment;
  findings: ImportFindings;
}

/** Frigate's own go2rtc, as an input of a camera names it. */
const ownRestream = /^rtsps?:\/\/(?:[^/@]*@)?(?:127\.0\.0\.1|localhost|\[::1\]):8554\/([^?#]+)/i;
/** go2rtc's streams may name each other. */
const maxSteps = 10;

/** Finds the camera behind an input of Frigate, also through the streams of go2rtc. */
export class FrigateSources {
  readonly #parts: SourcesParts;

  constructor(parts: SourcesParts) {
    this.#parts = parts;
  }

  /**
   * Returns the address that an input's `path` leads to. Without one, the reason is a difference or,
   * for a variable without a value, a problem.
   */
  resolve(path: string, at: ConfigPath): FrigateSource | undefined {
    const text = this.substituted(path, at);
    if (text === undefined) return undefined;
    const name = ownRestream.exec(text)?.[1];
    return name === undefined ? this.#address(text, at, false) : this.#stream(name, at, maxSteps);
  }

  /** Returns the first source of a stream of go2rtc that is an RTSP address. */
  #stream(name: string, from: ConfigPath, steps: number): FrigateSource | undefined {
    const { go2rtc, findings } = this.#parts;
    const streams = go2rtc.section("streams");
    if (!streams.has(name) || steps === 0) {
      const what = steps === 0 ? "names itself" : "is missing";
      const message = `leads to the go2rtc stream ${name}, which ${what}. Write the camera's address here`;
      findings.difference(from, message);
      return undefined;
    }
    const sources = streams.texts(name) ?? [];
    const at = (index: number): ConfigPath =>
      Array.isArray(streams.raw(name)) ? [...streams.at(name), index] : streams.at(name);
    const index = sources.findIndex((each) => isFollowed(each, streams));
    return this.#entry(sources[Math.max(0, index)] ?? "", at(Math.max(0, index)), steps);
  }

  #entry(entry: string, at: ConfigPath, steps: number): FrigateSource | undefined {
    const text = this.substituted(entry, at);
    if (text === undefined) return undefined;
    const { findings, go2rtc } = this.#parts;
    const isEncoded = /^ffmpeg:.*#video=(?!copy)/i.test(text);
    const plain = text.replace(/^ffmpeg:/i, "").replace(/#.*$/, "");
    const name = ownRestream.exec(plain)?.[1] ?? plain;
    if (go2rtc.section("streams").has(name)) return this.#stream(name, at, steps - 1);
    const found = this.#address(plain, at, true);
    if (found && isEncoded) {
      const message =
        "encodes the video again, and the box takes the camera's own video. Set the camera to H.264 or H.265";
      findings.difference(at, message);
    }
    return found;
  }

  /** Reads an address. Credentials are percent-encoded in go2rtc, and plain in Frigate's inputs. */
  #address(text: string, at: ConfigPath, isEncoded: boolean): FrigateSource | undefined {
    const { findings } = this.#parts;
    const [, scheme = "", rest = ""] = /^(rtspx|rtsps?):\/\/(.+)$/i.exec(text.trim()) ?? [];
    if (scheme === "") {
      findings.difference(at, notRtsp(text));
      return undefined;
    }
    const { login, place } = parted(rest, isEncoded);
    // Anything else may be a password at the wrong place, which nobody should see.
    if (!hostAndPath.test(place)) {
      findings.problem(
        at,
        "is not an address of a camera. Write it as rtsp://user:password@host/path",
      );
      return undefined;
    }
    const isPlain = scheme.toLowerCase() === "rtsp";
    if (scheme.toLowerCase() === "rtspx") {
      const message =
        "is rtspx, which accepts every certificate. The box checks certificates: add the camera's authority to the machine, or use its rtsp:// address (UniFi Protect: port 7447)";
      findings.difference(at, message);
    }
    const type = isPlain ? "rtsp" : "rtsps";
    const colon = login.indexOf(":");
    const decoded = isEncoded ? percentDecoded : (each: string) => each;
    const username = decoded(colon < 0 ? login : login.slice(0, colon));
    const password = colon < 0 ? "" : decoded(login.slice(colon + 1));
    return {
      type,
      url: `${type}://${place}`,
      ...(username === "" ? {} : { username }),
      ...(password === "" ? {} : { password }),
    };
  }

  /** Returns `text` with its variables replaced; undefined, with a problem, if one has no value. */
  substituted(text: string, at: ConfigPath): string | undefined {
    const result = withVariables(text, this.#parts.variables);
    if ("text" in result) return result.text;
    const { missing } = result;
    const message = `needs the variable ${missing}. Set it, or name the file that sets it with --env-file`;
    this.#parts.findings.problem(at, message);
    return undefined;
  }
}

/** True if a source of go2rtc leads to an RTSP address, or to another stream. */
function isFollowed(entry: string, streams: FrigateSection): boolean {
  const plain = entry.replace(/^ffmpeg:/i, "").replace(/#.*$/, "");
  return /^rtsp[sx]?:\/\//i.test(plain) || streams.has(plain);
}

/**
 * Splits `user:password@host/path`. A plain password may contain any character, also `/` and `@`, so
 * it ends at the last `@`, as in Frigate; a host with a port and a path is no such password.
 */
function parted(rest: string, isEncoded: boolean): { login: string; place: string } {
  const isHost = isEncoded || /^[^/@]+:\d+(?:\/|$)/.test(rest);
  const found = (isHost ? null : plainLogin.exec(rest)) ?? encodedLogin.exec(rest);
  const [, login = "", place = rest] = found ?? [];
  return { login, place };
}

const plainLogin = /^([\w.-]+:.+)@([^/?#@]+.*)$/;
const encodedLogin = /^([^/?#]*)@([^/?#@]+.*)$/;

const hostAndPath = /^(?:\[[\da-f:.]+\]|[\w.-]+)(?::\d+)?(?:[/?].*)?$/i;

function notRtsp(text: string): string {
  const scheme = /^([a-z0-9+.-]+):/i.exec(text.trim())?.[1]?.toLowerCase();
  const kind = scheme === undefined ? "is a file or a device" : `is a source of the type ${scheme}`;
  return `${kind}, and the box takes video from cameras over RTSP. Write the camera's RTSP address here; \`gatehouse cameras probe <host>\` finds it with ONVIF`;
}
