import type { IncomingMessage, ServerResponse } from "node:http";
import type { Server as HttpsServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";
import Fastify, { type FastifyInstance, type FastifyServerOptions } from "fastify";
import { fail } from "../base/contract/fail.ts";
import { type Meter, silentMeter } from "../base/contract/metrics.ts";
import type { Clock } from "../base/core/clock.ts";
import { newRequestId } from "../base/core/ids.ts";
import type { Logger } from "../base/core/logger.ts";
import type { Part } from "../base/core/parts.ts";
import type { Idempotency } from "../base/jobs/idempotency.ts";
import type { ApiKeys } from "../base/keys/api-keys.ts";
import type { AuditLog } from "../base/keys/audit-log.ts";
import type { Sessions } from "../base/keys/sessions.ts";
import type { BodyIntake } from "./body-intake-port.ts";
import { meetPlainHttp } from "./connections/plain-on-tls.ts";
import { shownHost } from "./connections/shown-host.ts";
import type { TlsIdentity } from "./connections/tls-port.ts";
import { asksForWebSocket } from "./connections/web-sockets.ts";
import { type Gate, passGates } from "./gates.ts";
import { audit } from "./plugins/audit.ts";
import { passedCalls } from "./plugins/passed-calls.ts";
import type { BoxTokens } from "./site/box-tokens-port.ts";
import type { Site } from "./site/site-port.ts";
import { auth, scopeCheck } from "./plugins/auth.ts";
import { body } from "./plugins/body.ts";
import { cameraCheck, type StreamOfIncident } from "./plugins/camera-check.ts";
import { connectionGate } from "./plugins/connection-gate.ts";
import {
  errors,
  refuseConnect,
  refuseExpectation,
  refuseMalformed,
  refusePlain,
  routeCheck,
  sendError,
} from "./plugins/errors.ts";
import { hostCheck } from "./plugins/host-check.ts";
import { measure } from "./plugins/measure.ts";
import { rateLimit } from "./plugins/rate-limit.ts";
import { requestId } from "./plugins/request-id.ts";
import { saferBrowsers, securityHeaders } from "./plugins/security-headers.ts";
import { registerRoute } from "./register.ts";
import { Replays } from "./replays.ts";
import type { Route } from "./route.ts";
import { RouteTable } from "./route-table.ts";
import { pageRoutes } from "./routes/page.ts";
import { referenceRoutes } from "./routes/reference.ts";
import type { HttpServices } from "./services.ts";

/** Parts and settings of the server, which does not own the parts. */
export interface HttpServerParts {
  /** Listening address; port 0 takes a free one. */
  host: string;
  port: number;
  /** The box's address for clients; follows from the listening address when absent. */
  publicUrl?: string;
  /** The certificate; plain HTTP when absent. */
  tls?: TlsIdentity;
  /** Names besides IP literals and `localhost` that a Host header may carry. */
  allowedHosts: () => readonly string[];
  version: string;
  log: Logger;
  clock: Clock;
  keys: ApiKeys;
  sessions: Sessions;
  audit: AuditLog;
  meter?: Meter;
  /** Proves requests that other boxes of the fleet pass on; absent for a box that works alone. */
  boxTokens?: BoxTokens;
  /** The other boxes of the fleet; absent for a box that works alone. */
  site?: Site;
  /** Takes in bodies with pictures. */
  intake: BodyIntake;
  /** For people who may see only some cameras. */
  streamOfIncident: StreamOfIncident;
  /** Keeps answers under their Idempotency-Key. */
  idempotency: Pick<Idempotency, "run" | "save">;
  services: HttpServices;
  /**
   * Returns the routes of the modules; the server reads them once at the start and adds the
   * reference and the page.
   */
  routes: () => readonly Route[];
  /** Directory of the page's files; no page when absent. */
  pageDir?: string;
}

/** Grace period of running requests when the server stops; then it closes their sockets. */
const stopGraceMs = 1500;

/** The HTTP side of the appliance: one fastify app, composed of one file per concern. */
export class HttpServer implements Part {
  readonly #parts: HttpServerParts;
  readonly #closing = new AbortController();
  readonly #table = new RouteTable();
  #app: FastifyInstance | undefined;
  #stopped: Promise<void> | undefined;

  constructor(parts: HttpServerParts) {
    this.#parts = parts;
  }

  /** Listens; fails with `listen_failed` when the address is taken or not this machine's. */
  async start(): Promise<void> {
    const { host, port } = this.#parts;
    this.#app = await this.#build();
    try {
      await this.#app.listen({ host, port });
    } catch (error) {
      throw fail(
        "listen_failed",
        `${host} port ${port}: the server cannot listen there. Choose another address or port`,
        { cause: error },
      );
    }
  }

  /** Returns the listening address; undefined before the start. */
  address(): { host: string; port: number } | undefined {
    const address = this.#app?.server.address() as AddressInfo | null | undefined;
    return address ? { host: address.address, port: address.port } : undefined;
  }

  /**
   * Returns the address for clients, without a slash at the end: `publicUrl`, else the listening
   * address.
   */
  url(): string {
    if (this.#parts.publicUrl !== undefined) return this.#parts.publicUrl.replace(/\/$/, "");
    const { host, port } = this.address() ?? this.#parts;
    return `${this.#parts.tls ? "https" : "http"}://${shownHost(host)}:${port}`;
  }

  /**
   * Ends event streams with `server.closing`, answers waiting long polls with the present state,
   * and lets running requests end; all within 2 s.
   */
  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  async #stop(): Promise<void> {
    const app = this.#app;
    this.#closing.abort();
    if (!app) return;
    const { services } = this.#parts;
    services.closeAll();
    const idle = setInterval(() => app.server.closeIdleConnections(), 50);
    const late = setTimeout(() => {
      app.server.closeAllConnections();
      services.sockets.terminateAll();
    }, stopGraceMs);
    try {
      await app.close();
    } finally {
      clearInterval(idle);
      clearTimeout(late);
    }
  }

  async #build(): Promise<FastifyInstance> {
    const { clock, log, tls, services, idempotency, site } = this.#parts;
    const app = openApp(
      { tls, clock },
      {
        logger: false,
        genReqId: () => newRequestId(),
        return503OnClosing: false,
        requestTimeout: 120_000,
        // Longer than any request line: the schema refuses a path parameter, after authentication.
        routerOptions: { maxParamLength: 16_384, ignoreTrailingSlash: true },
        frameworkErrors: (error, request, reply) => {
          reply.headers({ ...securityHeaders, "x-request-id": request.id });
          sendError({ clock, log }, { error, request, reply });
        },
        clientErrorHandler: (error: Error, socket: Socket) => refuseMalformed(clock, error, socket),
      },
    );
    services.sockets.attach(app);
    services.connections.attach(app.server);
    this.#addHooks(app);
    const context = {
      clock,
      closing: this.#closing.signal,
      meter: this.#parts.meter ?? silentMeter,
      replays: new Replays({ idempotency, clock }),
      ...(site ? { site: { site, access: services.access } } : {}),
    };
    for (const route of await this.#routes()) {
      this.#table.add(route);
      registerRoute(app, route, context);
    }
    services.inProcess.bind(app, this.#table.all());
    return app;
  }

  /** The order matters: an answer that a hook refuses keeps the additions of those before it. */
  #addHooks(app: FastifyInstance): void {
    const { allowedHosts, publicUrl, keys, sessions, clock, log } = this.#parts;
    const { limiter, connections, quotas } = this.#parts.services;
    const open: Gate = (_request, reply) => {
      if (!this.#closing.signal.aborted) return;
      reply.header("connection", "close");
      throw fail("shutting_down", "box: is stopping. Try again after its start", {
        retryAfterSec: 5,
      });
    };
    const publicName = publicUrl === undefined ? [] : [new URL(publicUrl).hostname];
    measure(app, this.#parts.meter ?? silentMeter);
    audit(app, this.#parts.audit);
    passedCalls(app, this.#parts.boxTokens);
    passGates(app, [
      requestId,
      saferBrowsers,
      open,
      hostCheck(allowedHosts, publicName),
      auth(app, { keys, sessions, limiter, quotas }),
      connectionGate(connections),
      rateLimit(limiter, quotas),
      routeCheck((path) => this.#table.methodsOf(path)),
      scopeCheck,
      cameraCheck(this.#parts.streamOfIncident, this.#parts.site !== undefined),
      body(app, { quotas, intake: this.#parts.intake }),
    ]);
    errors(app, { clock, log });
    app.server.on("checkExpectation", (request: IncomingMessage, response: ServerResponse) =>
      refuseExpectation(clock, request, response),
    );
    app.server.on("connect", (_request, socket: Duplex) => refuseConnect(clock, socket));
  }

  async #routes(): Promise<readonly Route[]> {
    const { routes, version, pageDir } = this.#parts;
    const reference = { table: this.#table, version, publicUrl: () => this.url() };
    const page = pageDir === undefined ? [] : await pageRoutes(pageDir);
    return [...routes(), ...referenceRoutes(reference), ...page];
  }
}

/**
 * Opens the fastify app over HTTP, or over TLS with a certificate that may change while it serves.
 */
function openApp(
  { tls, clock }: { tls: TlsIdentity | undefined; clock: Clock },
  options: Omit<FastifyServerOptions, "serverFactory">,
): FastifyInstance {
  const timeouts = {
    headersTimeout: 10_000,
    connectionsCheckingInterval: 1000,
    shouldUpgradeCallback: asksForWebSocket,
    // `hostCheck` refuses a missing one, with the envelope of every error.
    requireHostHeader: false,
  };
  if (!tls) return Fastify({ ...options, http: timeouts });
  const handshakeMs = 10_000;
  const safe = { minVersion: "TLSv1.2", handshakeTimeout: handshakeMs } as const;
  const https = { ...timeouts, ...safe, ...tls.material() };
  const app = Fastify({ ...(options as FastifyServerOptions<HttpsServer>), https });
  const stopWatching = tls.onChange(() => {
    app.server.setSecureContext({ ...safe, ...tls.material() });
  });
  const refuse = (socket: Socket): void => refusePlain(clock, socket);
  const dropSilent = meetPlainHttp(app.server, { silentMs: handshakeMs, refuse });
  app.addHook("preClose", async () => dropSilent());
  app.addHook("onClose", async () => stopWatching());
  // Everything else is the same for both kinds of server.
  return app as FastifyInstance;
}
