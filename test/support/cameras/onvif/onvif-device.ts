import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { find, parseXml, type XmlElement } from "../../../../src/adapters/onvif/xml.ts";
import { type EventQuirks, OnvifEvents } from "./onvif-events.ts";
import { type Card, OnvifCard } from "./onvif-card.ts";
import { OnvifPtz } from "./onvif-ptz.ts";
import { ns, OnvifFault } from "./onvif-wire.ts";
import type { TurningHead } from "./turning-head.ts";

/** How a test device behaves. */
export interface OnvifDeviceOptions {
  /** Its port, for one that comes back after a restart. */
  port?: number;
  username?: string;
  password?: string;
  /** What it asks for; `token` when a user is given. */
  auth?: "none" | "digest" | "token" | "basic";
  /** Its clock minus the real one. */
  clockOffsetMs?: number;
  streams?: readonly DeviceStream[];
  /** Knows the second media service. */
  media2?: boolean;
  /** Knows `GetServices`; old devices know only `GetCapabilities`. */
  services?: boolean;
  ptz?: boolean;
  /** What the camera has stored (Profile G). */
  card?: Card;
  /** What turns, with its inertia; without one, the device jumps to each place. */
  head?: TurningHead;
  /** Offers events, with its deviations from the standard. */
  events?: EventQuirks;
  /** Host that it names in its addresses, as behind NAT. */
  namedHost?: string;
  /** Answers instead of the device, for operations that it names. */
  override?: (operation: string) => { status?: number; body?: string; hang?: boolean } | undefined;
}

/** One profile of a device. */
export interface DeviceStream {
  token: string;
  url: string;
  codec?: string;
  width?: number;
  height?: number;
  /** Its video source, for a recorder with several; the one source of the camera when absent. */
  source?: string;
}

/** A strict ONVIF device on real sockets. Always `stop()` it. */
export interface OnvifDevice {
  readonly url: string;
  readonly port: number;
  /** Operations that it accepted, oldest first. */
  readonly operations: string[];
  /** Where it looks and how fast it turns; a move ends at its own timeout. */
  readonly pose: { pan: number; tilt: number; zoom: number; moving: boolean; stoppedBy: string };
  readonly presets: ReadonlyMap<string, string>;
  /** Its event service; without the option `events`, the device does not offer it. */
  readonly events: OnvifEvents;
  /** Whole requests, as they came. */
  readonly requests: string[];
  stop(): Promise<void>;
}

const paths = {
  device: "/onvif/device_service",
  media: "/onvif/media",
  media2: "/onvif/media2",
  ptz: "/onvif/ptz",
  events: "/onvif/events",
  search: "/onvif/search",
  replay: "/onvif/replay",
};
const subscriptionPath = "/onvif/subscription/";
/** Tokens older or younger than this are refused, as cameras do. */
const tokenAgeMs = 5000;

/** Starts a device on loopback. */
export async function startOnvifDevice(options: OnvifDeviceOptions = {}): Promise<OnvifDevice> {
  const device = new Device(options);
  const server = createServer((request, response) => void device.serve(request, response));
  server.listen(options.port ?? 0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  device.port = port;
  return {
    url: `http://127.0.0.1:${port}${paths.device}`,
    port,
    operations: device.operations,
    pose: device.ptz.pose,
    presets: device.ptz.presets,
    events: device.events,
    requests: device.requests,
    async stop() {
      device.ptz.stop();
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

class Device {
  port = 0;
  readonly operations: string[] = [];
  readonly requests: string[] = [];
  readonly ptz: OnvifPtz;
  readonly #card: OnvifCard | undefined;
  readonly events: OnvifEvents;
  readonly #options: OnvifDeviceOptions;
  readonly #nonces = new Set<string>();
  readonly #nonce = randomBytes(8).toString("hex");

  constructor(options: OnvifDeviceOptions) {
    this.#options = options;
    this.events = new OnvifEvents(options.events);
    const profiles = () => (options.streams ?? []).map(({ token }) => token);
    this.#card = options.card && new OnvifCard(options.card);
    this.ptz = new OnvifPtz(profiles, options.head);
  }

  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = "";
    for await (const chunk of request as AsyncIterable<Buffer>) text += chunk.toString("utf8");
    this.requests.push(`${JSON.stringify(request.headers)}\n${text}`);
    try {
      await this.#handle(parseXml(text), request, response);
    } catch (error) {
      const subcode = error instanceof OnvifFault ? error.subcode : "ter:WellFormed";
      const body = `<s:Fault><s:Code><s:Value>s:Sender</s:Value><s:Subcode><s:Value>${subcode}</s:Value></s:Subcode></s:Code><s:Reason><s:Text xml:lang="en">${(error as Error).message}</s:Text></s:Reason></s:Fault>`;
      this.#reply(response, 400, body, ns.device);
    }
  }

  async #handle(
    envelope: XmlElement,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const call = find(envelope, "Body")?.children[0];
    if (envelope.namespace !== ns.soap || !call)
      throw new OnvifFault("ter:WellFormed", "no SOAP 1.2");
    const changed = this.#options.override?.(call.name);
    if (changed) {
      if (changed.hang) return;
      response.writeHead(changed.status ?? 200, { "content-type": "application/soap+xml" });
      response.end(changed.body ?? "");
      return;
    }
    const service = serviceOf(request, call);
    const isOpen = call.name === "GetSystemDateAndTime";
    if (!isOpen && !this.#isSignedIn(request, response, envelope)) return;
    const body =
      service === "events"
        ? await this.#events(request, envelope, call)
        : this.#answer(service, call);
    this.operations.push(call.name);
    if (body === null) {
      response.destroy();
      return;
    }
    const answer = `<x:${call.name}Response>${body}</x:${call.name}Response>`;
    this.#reply(response, 200, answer, call.namespace);
  }

  #reply(response: ServerResponse, status: number, body: string, namespace: string): void {
    response.writeHead(status, { "content-type": "application/soap+xml; charset=utf-8" });
    response.end(
      `<?xml version="1.0"?><s:Envelope xmlns:s="${ns.soap}" xmlns:x="${namespace}" xmlns:tt="${ns.schema}" xmlns:ter="http://www.onvif.org/ver10/error"><s:Body>${body}</s:Body></s:Envelope>`,
    );
  }

  #isSignedIn(request: IncomingMessage, response: ServerResponse, envelope: XmlElement): boolean {
    const { auth = this.#options.username === undefined ? "none" : "token" } = this.#options;
    if (auth === "none") return true;
    if (auth === "token") {
      this.#checkToken(envelope);
      return true;
    }
    const isRight = auth === "digest" && this.#isDigestRight(request);
    if (isRight) return true;
    const challenge =
      auth === "basic"
        ? 'Basic realm="cam"'
        : `Digest realm="cam", nonce="${this.#nonce}", qop="auth", algorithm=MD5`;
    response.writeHead(401, { "www-authenticate": challenge });
    response.end();
    return false;
  }

  #checkToken(envelope: XmlElement): void {
    const security = find(envelope, "Header", "Security");
    const token = find(security, "UsernameToken");
    const value = (name: string): string => find(token, name)?.text ?? "";
    const created = value("Created");
    const nonce = value("Nonce");
    const nowMs = Date.now() + (this.#options.clockOffsetMs ?? 0);
    const expected = createHash("sha1")
      .update(Buffer.from(nonce, "base64"))
      .update(created + (this.#options.password ?? ""))
      .digest("base64");
    const isRight =
      security?.namespace === ns.wsse &&
      value("Username") === this.#options.username &&
      value("Password") === expected &&
      Math.abs(Date.parse(created) - nowMs) < tokenAgeMs &&
      !this.#nonces.has(nonce);
    this.#nonces.add(nonce);
    if (!isRight) throw new OnvifFault("ter:NotAuthorized", "Sender not authorized");
  }

  #isDigestRight(request: IncomingMessage): boolean {
    const header = request.headers.authorization ?? "";
    const field = (name: string): string =>
      new RegExp(`${name}="?([^",]+)`).exec(header)?.[1] ?? "";
    const md5 = (text: string): string => createHash("md5").update(text).digest("hex");
    const { username = "", password = "" } = this.#options;
    const secret = md5(`${username}:cam:${password}`);
    const subject = md5(`POST:${request.url}`);
    const middle = `${this.#nonce}:${field("nc")}:${field("cnonce")}:auth`;
    return (
      header.startsWith("Digest ") &&
      field("username") === username &&
      field("uri") === request.url &&
      field("response") === md5(`${secret}:${middle}:${subject}`)
    );
  }

  #events(
    request: IncomingMessage,
    envelope: XmlElement,
    call: XmlElement,
  ): Promise<string | null> {
    if (!this.#options.events) throw new OnvifFault("ter:ActionNotSupported", "no events");
    const host = `${this.#options.namedHost ?? "127.0.0.1"}:${this.port}`;
    const contentType = request.headers["content-type"] ?? "";
    return this.events.answer({ path: request.url ?? "", host, contentType, envelope, call });
  }

  #answer(service: keyof typeof paths, call: XmlElement): string {
    if (service === "device") return this.#device(call);
    if (service === "ptz") return this.ptz.answer(call);
    if (service === "search" && this.#card) return this.#card.search(call);
    if (service === "replay" && this.#card) return this.#card.replay(call);
    return this.#media(call, service === "media2");
  }

  #device(call: XmlElement): string {
    const host = `http://${this.#options.namedHost ?? "127.0.0.1"}:${this.port}`;
    const { ptz = false, media2 = false, services = true, events } = this.#options;
    switch (call.name) {
      case "GetSystemDateAndTime": {
        const now = new Date(Date.now() + (this.#options.clockOffsetMs ?? 0));
        return `<x:SystemDateAndTime><tt:DateTimeType>Manual</tt:DateTimeType><tt:UTCDateTime><tt:Time><tt:Hour>${now.getUTCHours()}</tt:Hour><tt:Minute>${now.getUTCMinutes()}</tt:Minute><tt:Second>${now.getUTCSeconds()}</tt:Second></tt:Time><tt:Date><tt:Year>${now.getUTCFullYear()}</tt:Year><tt:Month>${now.getUTCMonth() + 1}</tt:Month><tt:Day>${now.getUTCDate()}</tt:Day></tt:Date></tt:UTCDateTime></x:SystemDateAndTime>`;
      }
      case "GetServices": {
        if (!services) throw new OnvifFault("ter:ActionNotSupported", "not implemented");
        const hasCard = this.#card !== undefined;
        const more = {
          media2,
          ptz,
          events: events !== undefined,
          search: hasCard,
          replay: hasCard,
        };
        const offered = Object.entries(more).flatMap(([name, isOn]) => (isOn ? [name] : []));
        const names = ["device", "media", ...offered];
        return names
          .map((name) => {
            const key = name as keyof typeof paths;
            return `<x:Service><x:Namespace>${ns[key]}</x:Namespace><x:XAddr>${host}${paths[key]}</x:XAddr></x:Service>`;
          })
          .join("");
      }
      case "GetCapabilities": {
        const movement = ptz ? `<tt:PTZ><tt:XAddr>${host}${paths.ptz}</tt:XAddr></tt:PTZ>` : "";
        const reports = events
          ? `<tt:Events><tt:XAddr>${host}${paths.events}</tt:XAddr></tt:Events>`
          : "";
        return `<x:Capabilities><tt:Media><tt:XAddr>${host}${paths.media}</tt:XAddr></tt:Media>${movement}${reports}</x:Capabilities>`;
      }
      case "GetDeviceInformation":
        return "<x:Manufacturer>Acme</x:Manufacturer><x:Model>Dome 7</x:Model><x:FirmwareVersion>1.2.3</x:FirmwareVersion>";
      default:
        throw new OnvifFault("ter:ActionNotSupported", `no ${call.name}`);
    }
  }

  #media(call: XmlElement, isNew: boolean): string {
    const streams = this.#options.streams ?? [];
    const token = find(call, "ProfileToken")?.text;
    const stream = streams.find((each) => each.token === token);
    if (call.name === "GetProfiles") {
      return streams.map((each) => (isNew ? this.#profile2(each) : this.#profile1(each))).join("");
    }
    if (!stream) throw new OnvifFault("ter:NoProfile", "no such profile");
    if (call.name === "GetStreamUri") {
      const hasTransport = isNew
        ? find(call, "Protocol")?.text === "RTSP"
        : find(call, "StreamSetup", "Transport", "Protocol")?.namespace === ns.schema;
      if (!hasTransport) throw new OnvifFault("ter:InvalidStreamSetup", "no transport");
      return isNew
        ? `<x:Uri>${stream.url.replaceAll("&", "&amp;")}</x:Uri>`
        : this.#mediaUri(stream.url);
    }
    if (call.name === "GetSnapshotUri") {
      const url = `http://127.0.0.1:${this.port}/snap?user=x`;
      return isNew ? `<x:Uri>${url}</x:Uri>` : this.#mediaUri(url);
    }
    throw new OnvifFault("ter:ActionNotSupported", `no ${call.name}`);
  }

  #mediaUri(url: string): string {
    return `<x:MediaUri><tt:Uri>${url.replaceAll("&", "&amp;")}</tt:Uri></x:MediaUri>`;
  }

  #size({ width = 1280, height = 720 }: DeviceStream): string {
    return `<tt:Resolution><tt:Width>${width}</tt:Width><tt:Height>${height}</tt:Height></tt:Resolution><tt:RateControl><tt:FrameRateLimit>15</tt:FrameRateLimit></tt:RateControl>`;
  }

  #profile1(stream: DeviceStream): string {
    const { source = "vs0" } = stream;
    const place = `<tt:VideoSourceConfiguration token="${source}c"><tt:SourceToken>${source}</tt:SourceToken></tt:VideoSourceConfiguration>`;
    const codec = stream.codec ?? "H264";
    const ptz = this.#options.ptz ? `<tt:PTZConfiguration token="ptz"/>` : "";
    return `<x:Profiles token="${stream.token}"><tt:Name>${stream.token}</tt:Name>${place}<tt:VideoEncoderConfiguration token="v"><tt:Encoding>${codec}</tt:Encoding>${this.#size(stream)}<tt:H264><tt:GovLength>30</tt:GovLength></tt:H264></tt:VideoEncoderConfiguration>${ptz}</x:Profiles>`;
  }

  #profile2(stream: DeviceStream): string {
    const { source = "vs0" } = stream;
    const place = `<x:VideoSource token="${source}c"><tt:SourceToken>${source}</tt:SourceToken></x:VideoSource>`;
    const ptz = this.#options.ptz ? `<x:PTZ token="ptz"/>` : "";
    return `<x:Profiles token="${stream.token}"><x:Name>${stream.token}</x:Name><x:Configurations>${place}<x:VideoEncoder token="v" GovLength="50"><tt:Encoding>${stream.codec ?? "H264"}</tt:Encoding>${this.#size(stream)}</x:VideoEncoder>${ptz}</x:Configurations></x:Profiles>`;
  }
}

/** The service at the path that was asked, when the request is one for it. */
function serviceOf(request: IncomingMessage, call: XmlElement): keyof typeof paths {
  if (!(request.headers["content-type"] ?? "").startsWith("application/soap+xml")) {
    throw new OnvifFault("ter:WellFormed", "wrong content type");
  }
  const isOfEvents = call.namespace === ns.events || call.namespace === ns.notification;
  if (request.url?.startsWith(subscriptionPath) && isOfEvents) return "events";
  const names = Object.keys(paths) as (keyof typeof paths)[];
  const service = names.find((name) => paths[name] === request.url);
  if (service && call.namespace === ns[service]) return service;
  throw new OnvifFault("ter:UnknownAction", `unknown namespace ${call.namespace}`);
}
