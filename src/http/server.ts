import type { Server as HttpsServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";
import Fastify, { type FastifyInstance, type FastifyServerOptions } from "fastify";
import { fail } from "../base/contract/fail.ts";
import { type Meter, silentMeter } from "../base/contract/metrics.ts";
import { teleopCloseCodes, teleopLimits } from "../robots/wire/teleop.ts";
import type { Clock } from "../base/core/clock.ts";
import { newRequestId } from "../base/core/ids.ts";
import type { Logger } from "../base/core/logger.ts";
import type { Part } from "../base/core/parts.ts";
import type { Jobs } from "../base/jobs/jobs.ts";
import type { ApiKeys } from "../base/keys/api-keys.ts";
import type { AuditLog } from "../base/keys/audit-log.ts";
import type { Sessions } from "../base/keys/sessions.ts";
import type { VoiceFacade } from "./facades.ts";
import type { RobotService } from "../robots/fleet/robot-service.ts";
import type { RunService } from "../robots/tasks/run-service.ts";
import type { TelemetryHub } from "../robots/fleet/telemetry.ts";
import type { WorkflowService } from "../automation/workflows/workflow-service.ts";
import type { Rules } from "../automation/rules/rules.ts";
import type { Webhooks } from "../notifications/webhooks/webhooks.ts";
import type { SetupCode } from "../base/keys/setup-code.ts";
import type { BodyIntake } from "./body-intake-port.ts";
import type {
  AssetsFacade,
  BrandsFacade,
  AvatarsFacade,
  CoverageFacade,
  EventFeed,
  FieldCamerasFacade,
  IncidentsFacade,
  MetricsFacade,
  ModesFacade,
  PoliciesFacade,
  PolicyReplayFacade,
  RecordingsFacade,
  SafeModeFacade,
  StreamsFacade,
  DoctorFacade,
  SystemFacade,
  ConfigurationFacade,
} from "./facades.ts";
import { type Gate, passGates } from "./gates.ts";
import { AccessWatch } from "./connections/access-watch.ts";
import { Connections } from "./connections/connections.ts";
import { LiveVideos } from "./streaming/live-videos.ts";
import { LiveViews } from "./streaming/live-view.ts";
import { audit } from "./plugins/audit.ts";
import { auth, countingFailures, scopeCheck } from "./plugins/auth.ts";
import { body } from "./plugins/body.ts";
import {
  errors,
  refuseConnect,
  refuseMalformed,
  refusePlain,
  routeCheck,
  sendError,
} from "./plugins/errors.ts";
import { connectionGate } from "./plugins/connection-gate.ts";
import { meetPlainHttp } from "./connections/plain-on-tls.ts";
import { hostCheck } from "./plugins/host-check.ts";
import { rateLimit } from "./plugins/rate-limit.ts";
import { requestId } from "./plugins/request-id.ts";
import { saferBrowsers, securityHeaders } from "./plugins/security-headers.ts";
import { defaultQuotas, type HttpQuotas } from "./connections/quotas.ts";
import { RateLimiter } from "./connections/rate-limiter.ts";
import { registerRoute } from "./register.ts";
import { Replays } from "./replays.ts";
import type { Route } from "./route.ts";
import { RouteTable } from "./route-table.ts";
import { assetRoutes } from "../base/assets/routes/assets.ts";
import { brandRoutes } from "../media/brands/routes/brands.ts";
import { avatarRoutes } from "../media/routes/avatars.ts";
import { healthRoutes, type Readiness } from "../system/routes/health.ts";
import { type JobExpansions, jobRoutes } from "../base/jobs/routes/jobs.ts";
import { metricsRoutes } from "../system/routes/metrics.ts";
import { measure } from "./plugins/measure.ts";
import { keyRoutes } from "../base/keys/routes/keys.ts";
import { configurationRoutes } from "../system/routes/configuration.ts";
import { recordingRoutes } from "../cameras/routes/recordings.ts";
import { operationRoutes } from "../base/jobs/routes/operations.ts";
import { pageRoutes } from "./routes/page.ts";
import { robotCommandRoutes } from "../robots/routes/robot-commands.ts";
import { robotConfigRoutes } from "../robots/routes/robot-config.ts";
import { robotEventRoutes } from "../robots/routes/robot-events.ts";
import { robotTeleopRoutes } from "../robots/routes/robot-teleop.ts";
import { runRoutes } from "../automation/workflows/routes/runs.ts";
import { robotRunRoutes } from "../robots/routes/robot-runs.ts";
import { robotRoutes } from "../robots/routes/robots.ts";
import { ruleRoutes } from "../automation/rules/routes/rules.ts";
import { safeModeRoutes } from "../system/routes/safe-mode.ts";
import { sessionRoutes } from "../base/keys/routes/session.ts";
import { cameraRoutes } from "../cameras/routes/surveillance-cameras.ts";
import { type EgressList, egressRoutes } from "../uplink/routes/egress.ts";
import { coverageRoutes } from "../perception/routes/surveillance-coverage.ts";
import { incidentRoutes } from "../perception/routes/surveillance-incidents.ts";
import { modeRoutes } from "../perception/routes/surveillance-mode.ts";
import { policyRoutes } from "../perception/routes/surveillance-policies.ts";
import { streamRoutes } from "../perception/routes/surveillance-streams.ts";
import { doctorRoutes } from "../system/routes/doctor.ts";
import { systemRoutes } from "../system/routes/system.ts";
import { voiceAgentRoutes } from "../voice/routes/voice-agents.ts";
import { voiceEventRoutes } from "../voice/routes/voice-events.ts";
import { voiceSessionRoutes } from "../voice/routes/voice-sessions.ts";
import { webhookDeliveryRoutes } from "../notifications/webhooks/routes/webhook-deliveries.ts";
import { webhookRoutes } from "../notifications/webhooks/routes/webhooks.ts";
import type { TlsIdentity } from "./connections/tls-port.ts";
import { shownHost } from "./connections/shown-host.ts";
import { EventStreams } from "./streaming/sse.ts";
import { StreamSlots } from "./streaming/stream-slots.ts";
import { asksForWebSocket, WebSockets } from "./connections/web-sockets.ts";

/** What the server is told and what it shows; the parts stay their owners'. */
export interface HttpServerParts {
  /** Address to listen on; port 0 takes a free one. */
  host: string;
  port: number;
  /** Address under which clients reach the box; made from the listening address when absent. */
  publicUrl?: string;
  /** The certificate; plain HTTP when absent. */
  tls?: TlsIdentity;
  /** Names besides IP literals and `localhost` that a Host header may carry. */
  allowedHosts: readonly string[];
  /** Limits that differ from `defaultQuotas`. */
  quotas?: Partial<HttpQuotas>;
  version: string;
  log: Logger;
  clock: Clock;
  keys: ApiKeys;
  sessions: Sessions;
  /** Takes the code for the first key; absent where there is no such code. */
  setup?: SetupCode;
  audit: AuditLog;
  /** What left the box for model endpoints. */
  egress: EgressList;
  /** Its operations are read once, when the server starts. */
  jobs: Jobs;
  events: EventFeed;
  streams: StreamsFacade;
  coverage: CoverageFacade;
  fieldCameras: FieldCamerasFacade;
  incidents: IncidentsFacade;
  policies: PoliciesFacade;
  replay: PolicyReplayFacade;
  modes: ModesFacade;
  robots: RobotService;
  telemetry: TelemetryHub;
  voice: VoiceFacade;
  rules: Rules;
  runs: RunService;
  workflows: WorkflowService;
  system: SystemFacade;
  doctor: DoctorFacade;
  configuration: ConfigurationFacade;
  /** Absent where nothing is ever paused. */
  safeMode?: SafeModeFacade;
  /** What `/metrics` shows; no such route when absent. */
  metrics?: MetricsFacade;
  /** Whether `/metrics` needs no key on the machine itself. */
  metricsOnLoopback?: boolean;
  meter?: Meter;
  assets: AssetsFacade;
  recordings: RecordingsFacade;
  webhooks: Webhooks;
  brands: BrandsFacade;
  avatars: AvatarsFacade;
  /** What `expand` can add to a job. */
  expansions?: JobExpansions;
  /** Takes in bodies with pictures. */
  intake: BodyIntake;
  readiness: Readiness;
  /** Directory of the page's files; no page when absent. */
  pageDir?: string;
  /** Uniform in [0, 1). */
  random?: () => number;
}

/** In-flight requests get this long to end when the server stops; then their sockets are closed. */
const stopGraceMs = 1500;
/** Connections besides event streams and live views: long polls, and requests. */
const otherConnections = 1024;
/** Connections beyond those, for page sessions and for stopping robots. */
const reservedConnections = 64;

/** The HTTP side of the appliance: one fastify app, put together from one concern per file. */
export class HttpServer implements Part {
  readonly #parts: HttpServerParts;
  readonly #quotas: HttpQuotas;
  readonly #closing = new AbortController();
  readonly #table = new RouteTable();
  readonly #limiter: RateLimiter;
  readonly #events: EventStreams;
  readonly #live: LiveViews;
  readonly #videos: LiveVideos;
  readonly #sockets = new WebSockets(teleopLimits.messageBytes);
  readonly #connections: Connections;
  readonly #access: AccessWatch;
  readonly #teleopSlots = new StreamSlots({
    ...teleopLimits,
    message: `A key has at most ${teleopLimits.perKey} teleop sessions, and the box ${teleopLimits.perBox}`,
  });
  #app: FastifyInstance | undefined;
  #stopped: Promise<void> | undefined;

  constructor(parts: HttpServerParts) {
    this.#parts = parts;
    this.#quotas = { ...defaultQuotas, ...parts.quotas };
    this.#limiter = new RateLimiter(parts.clock);
    const { readersPerKey: perKey, readers: perBox, connectionsPerAddress } = this.#quotas;
    this.#connections = new Connections(parts.clock, {
      perAddress: connectionsPerAddress,
      box: 2 * perBox + otherConnections,
      reserve: reservedConnections,
    });
    this.#access = new AccessWatch(parts.clock);
    const shared = { clock: parts.clock, access: this.#access };
    // Apart from the event streams: a wall of cameras must not keep a page from its news.
    const viewSlots = new StreamSlots({ perKey, perBox, message: tooMany("live views") });
    const views = { ...shared, slots: viewSlots, sockets: this.#sockets };
    this.#live = new LiveViews(views);
    this.#videos = new LiveVideos(views);
    this.#events = new EventStreams({
      ...shared,
      slots: new StreamSlots({ perKey, perBox, message: tooMany("event streams") }),
      feed: parts.events,
      quotas: this.#quotas,
      random: parts.random ?? Math.random,
    });
  }

  /** Listens; fails with `listen_failed` when the address is taken or not this machine's. */
  async start(): Promise<void> {
    const { host, port } = this.#parts;
    this.#app = await this.#build();
    try {
      await this.#app.listen({ host, port });
    } catch (error) {
      throw fail("listen_failed", `Cannot listen on ${host} port ${port}`, { cause: error });
    }
  }

  /** Where the server listens; undefined before the start. */
  address(): { host: string; port: number } | undefined {
    const address = this.#app?.server.address() as AddressInfo | null | undefined;
    return address ? { host: address.address, port: address.port } : undefined;
  }

  /** The address that clients use, without a slash at the end: `publicUrl`, else what it listens on. */
  url(): string {
    if (this.#parts.publicUrl !== undefined) return this.#parts.publicUrl.replace(/\/$/, "");
    const { host, port } = this.address() ?? this.#parts;
    return `${this.#parts.tls ? "https" : "http"}://${shownHost(host)}:${port}`;
  }

  /** Counters for `/api/v1/system`. */
  counts() {
    return {
      eventStreams: this.#events.counts(),
      liveViews: this.#live.counts(),
      liveVideos: this.#videos.counts(),
      teleop: this.#teleopSlots.total,
      connections: this.#connections.counts(),
    };
  }

  /**
   * Ends event streams with `server.closing`, answers waiting long polls with the present state,
   * and lets running requests end; all of it within 2 s.
   */
  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  async #stop(): Promise<void> {
    const app = this.#app;
    this.#closing.abort();
    if (!app) return;
    this.#events.closeAll("shutdown");
    this.#live.closeAll();
    this.#videos.closeAll();
    this.#sockets.closeAll(teleopCloseCodes.shutting_down, "shutting_down");
    const idle = setInterval(() => app.server.closeIdleConnections(), 50);
    const late = setTimeout(() => {
      app.server.closeAllConnections();
      this.#sockets.terminateAll();
    }, stopGraceMs);
    try {
      await app.close();
    } finally {
      clearInterval(idle);
      clearTimeout(late);
    }
  }

  async #build(): Promise<FastifyInstance> {
    const { clock, log, tls } = this.#parts;
    const app = openApp(
      { tls, clock },
      {
        logger: false,
        genReqId: () => newRequestId(),
        return503OnClosing: false,
        requestTimeout: 120_000,
        // Longer than any request line: a path parameter is refused by its schema, after authentication.
        routerOptions: { maxParamLength: 16_384, ignoreTrailingSlash: true },
        frameworkErrors: (error, request, reply) => {
          reply.headers({ ...securityHeaders, "x-request-id": request.id });
          sendError({ clock, log }, { error, request, reply });
        },
        clientErrorHandler: (error: Error, socket: Socket) => refuseMalformed(clock, error, socket),
      },
    );
    this.#sockets.attach(app);
    this.#connections.attach(app.server);
    this.#addHooks(app);
    const context = {
      clock,
      closing: this.#closing.signal,
      meter: this.#parts.meter ?? silentMeter,
      replays: new Replays({ kept: this.#parts.jobs.idempotency, clock }),
    };
    for (const route of await this.#routes()) {
      this.#table.add(route);
      registerRoute(app, route, context);
    }
    return app;
  }

  /** The order matters: an answer that is refused early still has what came before. */
  #addHooks(app: FastifyInstance): void {
    const { allowedHosts, publicUrl, keys, sessions, clock, log } = this.#parts;
    const open: Gate = (_request, reply) => {
      if (!this.#closing.signal.aborted) return;
      reply.header("connection", "close");
      throw fail("shutting_down", "The box is stopping", { retryAfterSec: 5 });
    };
    const names = new Set(allowedHosts.map((name) => name.toLowerCase()));
    if (publicUrl !== undefined) names.add(new URL(publicUrl).hostname);
    const limiter = this.#limiter;
    const { failedLoginsPerMinute } = this.#quotas;
    measure(app, this.#parts.meter ?? silentMeter);
    audit(app, this.#parts.audit);
    passGates(app, [
      requestId,
      saferBrowsers,
      open,
      hostCheck(names),
      auth(app, { keys, sessions, limiter, failedLoginsPerMinute }),
      connectionGate(this.#connections),
      rateLimit(limiter, this.#quotas),
      routeCheck((path) => this.#table.methodsOf(path)),
      scopeCheck,
      body(app, { quotas: this.#quotas, intake: this.#parts.intake }),
    ]);
    errors(app, { clock, log });
    app.server.on("connect", (_request, socket: Duplex) => refuseConnect(clock, socket));
  }

  async #routes(): Promise<readonly Route[]> {
    const parts = this.#parts;
    const limiter = this.#limiter;
    const { failedLoginsPerMinute } = this.#quotas;
    return [
      ...healthRoutes(parts.readiness),
      ...jobRoutes(parts.jobs, { clock: parts.clock, related: parts.expansions }),
      ...operationRoutes(parts.jobs),
      ...streamRoutes(parts.streams, { views: this.#live, videos: this.#videos }),
      ...incidentRoutes(parts.incidents, this.#events),
      ...coverageRoutes(parts.coverage),
      ...policyRoutes(parts.policies, parts.replay),
      ...cameraRoutes(parts.fieldCameras),
      ...modeRoutes(parts.modes),
      ...robotConfigRoutes(parts.robots),
      ...robotEventRoutes(this.#events, parts.telemetry),
      ...ruleRoutes(parts.rules),
      ...robotRunRoutes(parts.runs, parts.jobs),
      ...runRoutes(parts.workflows, parts.clock),
      ...robotRoutes(parts.robots, parts.keys),
      ...robotTeleopRoutes({
        ...parts,
        sockets: this.#sockets,
        slots: this.#teleopSlots,
        access: this.#access,
      }),
      ...robotCommandRoutes({ ...parts, idempotency: parts.jobs.idempotency }),
      ...voiceAgentRoutes(parts.voice),
      ...voiceSessionRoutes(parts.voice),
      ...voiceEventRoutes({ ...parts, limiter }),
      ...sessionRoutes({
        ...parts,
        countFailures: (request, check) =>
          countingFailures(request, { limiter, failedLoginsPerMinute }, check),
      }),
      ...keyRoutes(parts),
      ...(parts.safeMode ? safeModeRoutes(parts.safeMode) : []),
      ...egressRoutes(parts.egress),
      ...(parts.metrics ? metricsRoutes(parts.metrics, parts.metricsOnLoopback ?? false) : []),
      ...systemRoutes(parts.system, {
        table: this.#table,
        version: parts.version,
        publicUrl: () => this.url(),
      }),
      ...doctorRoutes(parts.doctor),
      ...configurationRoutes(parts.configuration),
      ...recordingRoutes(parts.recordings, () => parts.clock.wallMs()),
      ...assetRoutes(parts.assets),
      ...brandRoutes(parts.brands, parts.jobs),
      ...avatarRoutes(parts.avatars),
      ...webhookRoutes(parts.webhooks),
      ...webhookDeliveryRoutes(parts.webhooks),
      ...(parts.pageDir === undefined ? [] : await pageRoutes(parts.pageDir)),
    ];
  }
}

/** The fastify app over HTTP, or over TLS with a certificate that may change while it serves. */
function openApp(
  { tls, clock }: { tls: TlsIdentity | undefined; clock: Clock },
  options: FastifyServerOptions,
): FastifyInstance {
  const timeouts = {
    headersTimeout: 10_000,
    connectionsCheckingInterval: 1000,
    shouldUpgradeCallback: asksForWebSocket,
  };
  if (!tls) return Fastify({ ...options, http: timeouts });
  const handshakeMs = 10_000;
  const safe = { minVersion: "TLSv1.2", handshakeTimeout: handshakeMs } as const;
  const https = { ...timeouts, ...safe, ...tls.material() };
  const app = Fastify({ ...(options as unknown as FastifyServerOptions<HttpsServer>), https });
  const stopWatching = tls.onChange(() => {
    app.server.setSecureContext({ ...safe, ...tls.material() });
  });
  const refuse = (socket: Socket): void => refusePlain(clock, socket);
  const dropSilent = meetPlainHttp(app.server, { silentMs: handshakeMs, refuse });
  app.addHook("preClose", async () => dropSilent());
  app.addHook("onClose", async () => stopWatching());
  // Everything else is the same for both kinds of server.
  return app as unknown as FastifyInstance;
}

/** The refusal beyond the places for readers. */
function tooMany(what: string): string {
  return `Too many ${what} are open (limits.readers_per_key, limits.readers)`;
}
