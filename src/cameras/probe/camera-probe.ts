import { fail, invalidField } from "../../base/contract/fail.ts";
import {
  secretMark,
  secretsIn,
  withoutAddressSecrets,
} from "../../base/secrets/address-secrets.ts";
import {
  isOnvifProblem,
  type OnvifAddress,
  type OnvifCamera,
  type OnvifCameras,
} from "../onvif-port.ts";
import { type Advice, adviceFor } from "./probe-advice.ts";
import { readCameraAddress } from "../source-address.ts";
import type { SourceProblem, SourceSpec } from "../source.ts";
import { type MeasureParts, measureStream, type StreamMeasure } from "../stream-measure.ts";
import { omitUndefined } from "../../base/core/omit-undefined.ts";
import { timeLimit } from "../../base/concurrency/time-limit.ts";

/** A camera to try, by its address or by its host, and what the caller knows about it. */
export interface ProbeTarget {
  url?: string;
  host?: string;
  username?: string;
  password?: string;
  /** Address of its ONVIF device service, if it is not the usual one. */
  onvifUrl?: string;
}

/** The result of a probe. */
export interface ProbeResult {
  stream: { url: string; measure: StreamMeasure } | null;
  onvif: { url: string; answer: OnvifCamera | SourceProblem };
  isReachable: boolean;
  credentials: "accepted" | "not_needed" | "missing" | "refused" | "unknown";
  advice: Advice[];
}

/** The parts that a probe uses. */
export interface CameraProbeParts extends MeasureParts {
  onvif: OnvifCameras;
  /** Receives the secret before the first connection, so that no log shows it. */
  keepSecret(secret: string): void;
}

/** The path of a camera's device service (ONVIF Core Specification 5.1.1). */
const servicePath = "/onvif/device_service";
/** Each probe holds a connection and an ffmpeg process. */
const maxAtOnce = 4;
/** Longest whole probe: ONVIF first, then the stream. */
const probeMs = 45_000;
/** The camera did not answer at all. */
const silentCodes: ReadonlySet<string> = new Set(["stream_unreachable", "forbidden_address"]);

/** Tries cameras before they are watched. Reports a camera's faults as part of the answer. */
export class CameraProbe {
  readonly #parts: CameraProbeParts;
  #running = 0;

  constructor(parts: CameraProbeParts) {
    this.#parts = parts;
  }

  /**
   * Tries a camera; `known` is the source of the stream whose address and credentials fill what is missing. Throws `invalid_request_body` with
   * `param`, or `overloaded` while four others run.
   */
  async probe(request: ProbeTarget, signal: AbortSignal, known?: SourceSpec): Promise<ProbeResult> {
    const target = readTarget(known ? withKnown(request, known) : request);
    if (this.#running >= maxAtOnce) {
      throw fail(
        "overloaded",
        "probe: four probes are running already. Try again when one has ended",
        {
          retryAfterSec: 5,
        },
      );
    }
    this.#running += 1;
    try {
      const late = timeLimit(probeMs, signal);
      return await this.#try(target, late);
    } finally {
      this.#running -= 1;
    }
  }

  async #try({ source, onvif }: Target, signal: AbortSignal): Promise<ProbeResult> {
    const passwords = onvif.password === undefined ? [] : [onvif.password];
    for (const secret of [...passwords, ...secretsIn(source?.url ?? "")]) {
      this.#parts.keepSecret(secret);
    }
    const description = this.#parts.onvif.describe(onvif, signal);
    let from = source;
    if (!from) {
      const answer = await description;
      const url = isOnvifProblem(answer) ? undefined : firstStream(answer);
      from = url === undefined ? undefined : withCredentials(url, onvif);
    }
    const [answer, measure] = await Promise.all([
      description,
      from ? measureStream(this.#parts, from, signal) : null,
    ]);
    const problems = [measure?.problem, isOnvifProblem(answer) ? answer : null];
    const works = (problem: SourceProblem | null | undefined): boolean =>
      problem === null || (problem !== undefined && !silentCodes.has(problem.code));
    const hide = hiding(onvif.password);
    return hide({
      stream: from && measure ? { url: from.url, measure } : null,
      onvif: { url: onvif.url, answer },
      isReachable: problems.some(works),
      credentials: credentialsOf(measure ? refusal(measure) : problems[1]!, onvif),
      advice: adviceFor(measure, answer),
    });
  }
}

interface Target {
  source: SourceSpec | undefined;
  onvif: OnvifAddress;
}

/** The request with what it leaves out: the stream's address, and its credentials for its hosts. */
function withKnown(typed: ProbeTarget, known: SourceSpec): ProbeTarget {
  const url = typed.url ?? (typed.host === undefined ? known.url : undefined);
  const hosts = [known.url, known.onvifUrl].map(hostOf);
  const target = URL.parse(url ?? `http://${typed.host}`);
  const isSameHost = hostOf(target?.href) === hosts[0];
  const service = typed.onvifUrl ?? (isSameHost ? known.onvifUrl : undefined);
  const own = { ...typed, ...omitUndefined({ url, onvifUrl: service }) };
  const isElsewhere = service !== undefined && !hosts.includes(hostOf(service));
  // What the box keeps goes only to the hosts that it was given for.
  if (!isSameHost || isElsewhere || target?.password !== "") return own;
  return { ...omitUndefined({ username: known.username, password: known.password }), ...own };
}

function hostOf(url: string | undefined): string | undefined {
  return url === undefined ? undefined : URL.parse(url)?.hostname.toLowerCase();
}

function readTarget(request: ProbeTarget): Target {
  const { url, host, username, password, onvifUrl } = request;
  if ((url === undefined) === (host === undefined)) {
    throw invalidField("url", "a probe needs either url or host. Send exactly one of them");
  }
  const kind = url?.toLowerCase().startsWith("rtsps:") ? "rtsps" : "rtsp";
  const read = url === undefined ? undefined : readCameraAddress(url, kind, "url");
  const user = username ?? read?.username;
  const secret = password ?? read?.password;
  const who = {
    ...(user === undefined ? {} : { username: user }),
    ...(secret === undefined ? {} : { password: secret }),
  };
  const hostname = read ? new URL(read.address).hostname : readHost(host!);
  const service = readService(onvifUrl ?? `http://${hostname}${servicePath}`);
  return {
    source: read && { kind, url: read.address, ...who },
    onvif: { url: service, ...who },
  };
}

/** A name or address, with a port where ONVIF is not at 80. */
function readHost(host: string): string {
  const bare = host.includes(":") && !host.includes("]") && host.split(":").length > 2;
  const text = bare ? `[${host}]` : host;
  const url = URL.parse(`http://${text}/`);
  if (url?.pathname === "/" && url.username === "" && url.search === "" && url.hash === "") {
    return url.host;
  }
  throw invalidField(
    "host",
    "is not a host name or IP address. Send one, with a port if ONVIF is not at 80",
  );
}

/**
 * The address of a device service without user info. Throws `invalid_request_body` naming `param`.
 */
export function readService(text: string, param = "onvif_url"): string {
  const url = URL.parse(text);
  if (url === null || !["http:", "https:"].includes(url.protocol)) {
    throw invalidField(param, "is not an http:// or https:// address. Correct it");
  }
  if (url.username !== "" || url.password !== "") {
    throw invalidField(param, "contains credentials. Send them as username and password");
  }
  return `${url.protocol}//${url.host}${url.pathname}${url.search}`;
}

/** The default address of the device service of a stream's camera. */
export function usualService(sourceUrl: string): string {
  return `http://${new URL(sourceUrl).hostname}${servicePath}`;
}

function firstStream({ profiles }: OnvifCamera): string | undefined {
  return profiles.find(({ streamUrl }) => streamUrl !== null)?.streamUrl ?? undefined;
}

function withCredentials(url: string, { username, password }: OnvifAddress): SourceSpec {
  return {
    kind: url.startsWith("rtsps:") ? "rtsps" : "rtsp",
    url,
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
  };
}

/** Returns the reason why no picture came; null when one did. */
function refusal({ problem, firstPictureSec }: StreamMeasure): SourceProblem | null {
  return firstPictureSec === null ? problem : null;
}

function credentialsOf(
  problem: SourceProblem | null,
  { username }: OnvifAddress,
): ProbeResult["credentials"] {
  const isGiven = username !== undefined;
  if (problem?.code === "stream_auth_failed") return isGiven ? "refused" : "missing";
  if (problem !== null) return "unknown";
  return isGiven ? "accepted" : "not_needed";
}

/** Removes credentials from an address: cameras put passwords into the addresses that they return. */
function hiding(password: string | undefined): <T>(value: T) => T {
  const isLong = password !== undefined && password.length >= 4;
  const forms = isLong ? [...new Set([password, encodeURIComponent(password)])] : [];
  const hide = (value: unknown): unknown => {
    if (typeof value === "string") {
      const redacted = withoutAddressSecrets(value);
      return forms.reduce((text, form) => text.replaceAll(form, secretMark), redacted);
    }
    if (Array.isArray(value)) return value.map(hide);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, hide(each)]));
  };
  return (value) => hide(value) as typeof value;
}
