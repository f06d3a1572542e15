import { createHash, randomBytes } from "node:crypto";
import type { TestContext } from "node:test";
import {
  OnvifServer,
  type OnvifServerOptions,
} from "../../../../src/adapters/onvif-server/onvif-server.ts";
import { escapeXml, find, parseXml, type XmlElement } from "../../../../src/adapters/onvif/xml.ts";
import { authorize, chooseChallenge } from "../../../../src/adapters/rtsp-relay/rtsp-auth.ts";
import { fail } from "../../../../src/base/contract/fail.ts";
import { type Clock, systemClock } from "../../../../src/base/core/clock.ts";
import { silentLogger } from "../../../../src/base/core/logger.ts";
import { keyDigests, provesKey } from "../../../../src/base/keys/digest.ts";
import { provesToken } from "../../../../src/base/keys/username-token.ts";
import type {
  DeviceLogin,
  DeviceStream,
  OnvifDeviceSource,
} from "../../../../src/cameras/onvif-device/onvif-device-port.ts";
import type {
  DeviceIncident,
  IncidentChange,
} from "../../../../src/cameras/onvif-device/device-event.ts";
import { ns } from "./onvif-wire.ts";

/** The keys of the rig: one of each organisation. */
export const logins = {
  vms: { username: "vms", password: "svk_secret" },
  stranger: { username: "stranger", password: "svk_other" },
} as const;

/** Name of a key. */
export type LoginName = keyof typeof logins;

const orgs: Readonly<Record<LoginName, string>> = { vms: "default", stranger: "other" };
const wsu = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd";
const digestType =
  "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0#PasswordDigest";

/** The streams of the organisation `default`. */
export const rigStreams: readonly DeviceStream[] = [
  {
    streamId: "gate",
    name: "Gate",
    main: { codec: "hevc", widthPx: 2560, heightPx: 1440, fps: 12.5 },
  },
  {
    streamId: "yard",
    name: "Yard <1> & \u201ctwo\u201d",
    main: { codec: "h264", widthPx: 1920, heightPx: 1080, fps: 25 },
    sound: { codec: "aac", rateHz: 16_000, channels: 1 },
    sub: { codec: "h264", widthPx: 640, heightPx: 360, fps: 5 },
  },
];

/** An answer of the server. */
export interface RigAnswer {
  status: number;
  headers: Headers;
  /** Content of the body: the answer's element or the fault. */
  body: XmlElement;
  /** Subcodes of a fault without prefixes, from the outer one on; empty for an answer. */
  codes: string[];
}

/** What the box of a rig has. */
export interface RigSite {
  streams: readonly DeviceStream[];
  incidents: DeviceIncident[];
  isKeyValid: boolean;
  listeners: Set<(change: IncidentChange) => void>;
}

/** Returns an incident of the stream `yard`. */
export function incidentOf(id: string, more: Partial<DeviceIncident> = {}): DeviceIncident {
  const about = { org: "default", streamId: "yard", type: "intrusion", zone: "dock" };
  return { id, ...about, severity: "warning", startedAtMs: Date.UTC(2026, 0, 1), ...more };
}

/** Opens or ends an incident. */
export function change({ listeners }: RigSite, incident: DeviceIncident, isOpen: boolean): void {
  for (const listener of listeners) listener({ incident, isOpen, atMs: Date.UTC(2026, 0, 1) });
}

/** A question to the server. */
export interface RigQuestion {
  service?: keyof typeof ns;
  operation: string;
  /** Arguments; the prefix `o` is the service's, `tt` the schema's. */
  args?: string;
  /** Content of the header. */
  header?: string;
  path?: string;
  headers?: Readonly<Record<string, string>>;
}

/** A server on loopback with a source of the test's. */
export interface OnvifRig {
  server: OnvifServer;
  origin: string;
  /** Logins that were tried. */
  tried: DeviceLogin[];
  /** What the source of the rig tells; tests change it. */
  site: RigSite;
  /** Sends raw text to a path. */
  post(text: string, path?: string, headers?: Readonly<Record<string, string>>): Promise<Response>;
  /** Asks as the key `vms`, by a new UsernameToken, or without one for a header of the question's own. */
  ask(question: RigQuestion): Promise<RigAnswer>;
  /** Asks by HTTP Digest; gives the value of `Authorization` that worked too. */
  askByDigest(question: RigQuestion, as?: LoginName): Promise<RigAnswer & { sent: string }>;
}

/** Returns the header with a UsernameToken. */
export function tokenHeader(
  as: { username: string; password: string } = logins.vms,
  more: { created?: string; nonce?: Buffer; type?: string } = {},
): string {
  const { created = new Date().toISOString(), nonce = randomBytes(16), type = digestType } = more;
  const hash = createHash("sha1").update(nonce).update(`${created}${as.password}`);
  return (
    `<w:Security xmlns:w="${ns.wsse}" xmlns:u="${wsu}" s:mustUnderstand="1"><w:UsernameToken>` +
    `<w:Username>${escapeXml(as.username)}</w:Username><w:Password Type="${type}">${hash.digest("base64")}</w:Password>` +
    `<w:Nonce>${nonce.toString("base64")}</w:Nonce><u:Created>${created}</u:Created></w:UsernameToken></w:Security>`
  );
}

/** Returns a message of SOAP 1.2. */
export function message({ service = "device", operation, args = "", header = "" }: RigQuestion) {
  return `<?xml version="1.0"?><s:Envelope xmlns:s="${ns.soap}" xmlns:o="${ns[service]}" xmlns:tt="${ns.schema}"><s:Header>${header}</s:Header><s:Body><o:${operation}>${args}</o:${operation}></s:Body></s:Envelope>`;
}

/** Starts the server; it stops after the test. */
export async function startOnvifRig(
  t: Pick<TestContext, "after">,
  options: {
    source?: Partial<OnvifDeviceSource>;
    clock?: Clock;
    server?: Partial<OnvifServerOptions>;
  } = {},
): Promise<OnvifRig> {
  const tried: DeviceLogin[] = [];
  const site: RigSite = {
    streams: rigStreams,
    incidents: [],
    isKeyValid: true,
    listeners: new Set(),
  };
  const server = new OnvifServer({
    source: { ...sourceOf(tried, site), ...options.source },
    clock: options.clock ?? systemClock,
    log: silentLogger,
    host: "127.0.0.1",
    plainPort: 0,
    ...options.server,
  });
  await server.start();
  t.after(() => server.stop());
  const { http, https } = server.ports();
  const origin = http === undefined ? `https://127.0.0.1:${https}` : `http://127.0.0.1:${http}`;
  const post: OnvifRig["post"] = (text, path = "/onvif/device_service", headers = {}) =>
    fetch(`${origin}${path}`, {
      method: "POST",
      body: text,
      headers: { "content-type": "application/soap+xml", ...headers },
    });
  const ask: OnvifRig["ask"] = async (question) => {
    const signed = { header: tokenHeader(), ...question };
    return answerOf(await post(message(signed), question.path, question.headers));
  };
  return {
    server,
    origin,
    tried,
    site,
    post,
    ask,
    async askByDigest(question, as = "vms") {
      const text = message(question);
      const uri = question.path ?? "/onvif/device_service";
      const refused = await post(text, uri);
      const challenge = chooseChallenge([refused.headers.get("www-authenticate") ?? ""])!;
      const sent = authorize(challenge, logins[as], { method: "POST", uri, count: 1 });
      return { ...(await answerOf(await post(text, uri, { authorization: sent }))), sent };
    },
  };
}

/** Reads an answer; fails for one that is no SOAP. */
export async function answerOf(response: Response): Promise<RigAnswer> {
  const body = find(parseXml(await response.text()), "Body")!.children[0]!;
  const codes: string[] = [];
  for (let at = find(body, "Code", "Subcode"); at; at = find(at, "Subcode")) {
    codes.push((find(at, "Value")?.text ?? "").replace(/^.*:/, ""));
  }
  return { status: response.status, headers: response.headers, body, codes };
}

function sourceOf(tried: DeviceLogin[], site: RigSite): OnvifDeviceSource {
  return {
    isAdmitted: () => site.isKeyValid,
    incidentTypes: () => ["intrusion", "line_crossing", "camera_tamper", "video_loss", "fall"],
    openIncidents: (org) => site.incidents.filter((each) => each.org === org),
    followIncidents(listener) {
      site.listeners.add(listener);
      return () => void site.listeners.delete(listener);
    },
    admit(login) {
      tried.push(login);
      for (const name of ["vms", "stranger"] as const) {
        const { username, password: token } = logins[name];
        const isRight =
          login.kind === "token"
            ? login.token.username === username && provesToken(login.token, token)
            : provesKey(login.answer, keyDigests({ id: `${name}-id`, name: username, token }));
        if (isRight) return { org: orgs[name], keyId: `${name}-id` };
      }
      throw fail("invalid_api_key", "API key: is not valid. Check the key");
    },
    identity: () => ({ name: "Site & 1", version: "1.2.3", serial: "0190-box" }),
    streams: (org) => (org === "default" ? site.streams : []),
    snapshot: (org, streamId) =>
      Promise.resolve(
        org === "default" && streamId === "yard" ? Buffer.from([0xff, 0xd8]) : undefined,
      ),
    rtspPorts: () => ({ rtsp: 8554 }),
  };
}
