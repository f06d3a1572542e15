import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import type { TlsOptions } from "node:tls";
import { fail } from "../../base/contract/fail.ts";
import type { Clock } from "../../base/core/clock.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { Part } from "../../base/core/parts.ts";
import { EventSubscriptions } from "../../cameras/onvif-device/event-subscriptions.ts";
import type { DeviceCounts } from "../../cameras/onvif-device/metrics.ts";
import type { OnvifDeviceSource } from "../../cameras/onvif-device/onvif-device-port.ts";
import { DeviceLogin } from "./device-login.ts";
import { deviceCapabilities, deviceService } from "./device-service.ts";
import { eventCapabilities, eventService, subscriptionService } from "./event-service.ts";
import { entranceOf, readBody, urlPath } from "./http-request.ts";
import { media2Capabilities, media2Service } from "./media2-service.ts";
import { mediaCapabilities, mediaService } from "./media-service.ts";
import { snapshotPath } from "./service.ts";
import { SoapEndpoint, type SoapReply } from "./soap-endpoint.ts";
import { senderFault, SoapFault } from "./soap-fault.ts";

/** A certificate that may change while the server runs. */
export interface OnvifCertificate {
  material(): { cert: string; key: string };
  onChange(listener: () => void): () => void;
}

/** The parts and ports of the server. */
export interface OnvifServerOptions {
  source: OnvifDeviceSource;
  clock: Clock;
  log: Logger;
  host: string;
  /** True where the box answers searches for ONVIF devices; the device service says so. */
  isDiscoverable?: boolean;
  /** Port of ONVIF over TLS with its certificate; undefined for none. 0 takes a free port. */
  secure?: { port: number; certificate: OnvifCertificate } | undefined;
  /** Port of ONVIF in clear; undefined for none. 0 takes a free port. */
  plainPort?: number | undefined;
}

/** Connections at once, of one port; those beyond it are closed. */
const maxConnections = 256;
/** Connections of one address, of all ports: a VMS waits with one for each subscription, and asks with a few more. */
const maxPerAddress = 64;
/** A client sends a whole request within this time. */
const requestMs = 15_000;
const idleMs = 15_000;
const checkMs = 5000;
const maxHeadBytes = 16 * 1024;
const soapType = "application/soap+xml; charset=utf-8";

/** The box as an ONVIF device: device, media, media2 and event services over HTTP, and the cameras' newest pictures. */
export class OnvifServer implements Part {
  readonly #options: OnvifServerOptions;
  readonly #login: DeviceLogin;
  readonly #endpoint: SoapEndpoint;
  readonly #subscriptions: EventSubscriptions;
  #servers: { scheme: "http" | "https"; server: Server }[] = [];
  #stopWatching: (() => void) | undefined;
  /** Open connections by address. */
  readonly #connections = new Map<string, number>();

  constructor(options: OnvifServerOptions) {
    this.#options = options;
    const { source, clock, log } = options;
    this.#login = new DeviceLogin({ source, clock });
    const services = [
      { prefix: "tds", version: { major: 23, minor: 6 }, capabilities: deviceCapabilities },
      { prefix: "trt", version: { major: 2, minor: 60 }, capabilities: mediaCapabilities },
      { prefix: "tr2", version: { major: 23, minor: 6 }, capabilities: media2Capabilities },
      { prefix: "tev", version: { major: 23, minor: 6 }, capabilities: eventCapabilities },
    ] as const;
    this.#subscriptions = new EventSubscriptions({ clock, source });
    const events = { clock, source, subscriptions: this.#subscriptions };
    const rtspPorts = (): { rtsp?: number; rtsps?: number } => source.rtspPorts();
    this.#endpoint = new SoapEndpoint({
      log,
      services: [
        deviceService({ ...options, services, rtspPorts }),
        mediaService(source),
        media2Service(source),
        eventService(events),
        subscriptionService(events),
      ],
    });
  }

  /** Rejects with `listen_failed` when a port is taken. */
  async start(): Promise<void> {
    const { secure, plainPort } = this.#options;
    this.#subscriptions.start();
    const limits = {
      maxHeaderSize: maxHeadBytes,
      requestTimeout: requestMs,
      connectionsCheckingInterval: checkMs,
    };
    const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
      void this.#serve(request, response);
    };
    if (secure) {
      const { certificate } = secure;
      const material = (): TlsOptions => ({ ...certificate.material(), minVersion: "TLSv1.2" });
      const server = createTlsServer({ ...limits, ...material() }, onRequest);
      this.#stopWatching = certificate.onChange(() => server.setSecureContext(material()));
      await this.#listen("https", server, secure.port);
    }
    if (plainPort !== undefined) {
      await this.#listen("http", createServer(limits, onRequest), plainPort);
    }
  }

  /** Ends every connection. */
  async stop(): Promise<void> {
    this.#stopWatching?.();
    this.#subscriptions.stop();
    const closed = this.#servers.map(({ server }) => {
      const end = once(server, "close");
      server.close();
      server.closeAllConnections();
      return end;
    });
    this.#servers = [];
    await Promise.all(closed);
  }

  /** Returns the ports that listen. */
  ports(): { http?: number; https?: number } {
    return Object.fromEntries(
      this.#servers.map(({ scheme, server }) => [scheme, (server.address() as AddressInfo).port]),
    );
  }

  /** Requests since the start, by their outcome; subscriptions now, and reports that no client fetched. */
  counts(): DeviceCounts {
    const { open: subscriptions, dropped } = this.#subscriptions.counts();
    return { ...this.#endpoint.counts(), subscriptions, dropped };
  }

  async #listen(scheme: "http" | "https", server: Server, port: number): Promise<void> {
    const { host, log } = this.#options;
    server.maxConnections = maxConnections;
    server.on("connection", (socket: Socket) => this.#count(socket));
    server.headersTimeout = requestMs;
    server.keepAliveTimeout = idleMs;
    server.listen({ host, port });
    try {
      await once(server, "listening");
    } catch (error) {
      const field = scheme === "https" ? "onvif_device.port" : "onvif_device.plain_port";
      throw fail(
        "listen_failed",
        `${field}: the server cannot listen on ${host} port ${port}. Choose another port`,
        { cause: error },
      );
    }
    server.on("error", (error) => log.warn({ error: error.message }, "ONVIF server"));
    this.#servers.push({ scheme, server });
    const { port: actualPort } = server.address() as AddressInfo;
    log.info({ scheme, host, port: actualPort }, "ONVIF server listens");
  }

  /** Closes a connection beyond the bound of its address, so that one client leaves room for others. */
  #count(socket: Socket): void {
    const address = socket.remoteAddress ?? "";
    const open = (this.#connections.get(address) ?? 0) + 1;
    this.#connections.set(address, open);
    socket.on("close", () => {
      const left = this.#connections.get(address)! - 1;
      if (left > 0) this.#connections.set(address, left);
      else this.#connections.delete(address);
    });
    if (open > maxPerAddress) socket.destroy();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    request.on("error", () => {});
    response.on("error", () => {});
    const path = urlPath(request);
    try {
      if (request.method === "GET" && path.startsWith(snapshotPath)) {
        await this.#sendPicture(request, response);
        return;
      }
      const gone = new AbortController();
      response.on("close", () => gone.abort());
      send(response, await this.#answer(request, path, gone.signal));
    } catch (error) {
      send(response, this.#endpoint.refusal(error));
    }
  }

  async #answer(request: IncomingMessage, path: string, signal: AbortSignal): Promise<SoapReply> {
    if (!path.startsWith("/onvif/")) {
      throw new SoapFault(
        { code: "Sender", subcodes: ["ter:UnknownAction"], status: 404 },
        "path: is unknown. Use /onvif/device_service",
      );
    }
    if (request.method !== "POST") {
      const headers = { allow: "POST" };
      throw new SoapFault(
        { code: "Sender", subcodes: ["ter:WellFormed"], status: 405, headers },
        "method: is not POST. Send a SOAP message",
      );
    }
    return this.#endpoint.answer({
      text: await readBody(request),
      path,
      entrance: entranceOf(request),
      signal,
      admit: (header) => this.#login.admit({ ...signed(request), header }),
    });
  }

  async #sendPicture(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { org } = this.#login.admit({ ...signed(request), header: undefined });
    const streamId = decoded(urlPath(request).slice(snapshotPath.length));
    const jpeg = await this.#options.source.snapshot(org, streamId);
    if (!jpeg) {
      const parts = { code: "Sender", subcodes: ["ter:InvalidArgVal"], status: 404 } as const;
      throw new SoapFault(parts, "stream: there is none with this id. Use a listed one");
    }
    response.writeHead(200, {
      "content-type": "image/jpeg",
      "content-length": jpeg.length,
      "cache-control": "no-store",
    });
    response.end(jpeg);
  }
}

function signed(request: IncomingMessage) {
  return {
    method: request.method ?? "",
    url: request.url ?? "",
    authorization: request.headers.authorization,
    address: request.socket.remoteAddress,
  };
}

function decoded(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    throw senderFault("stream: its id cannot be read. Use the address as given", "ter:WellFormed");
  }
}

/** A client that was refused before its whole request came in must not send on. */
function send(response: ServerResponse, { status, headers, body }: SoapReply): void {
  const isWhole = response.req.complete;
  response.writeHead(status, {
    ...headers,
    ...(isWhole ? {} : { connection: "close" }),
    "content-type": soapType,
    "content-length": Buffer.byteLength(body),
  });
  response.end(body);
}
