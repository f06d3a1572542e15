import type { ApplianceContext } from "../appliance-options.ts";
import type { BaseParts } from "../base/module.ts";
import type { FleetModule } from "../fleet/module.ts";
import { fencedDriver } from "./driver/fenced-driver.ts";
import type { CamerasModule } from "../cameras/module.ts";
import type { Module, Start } from "../module.ts";
import type { VoiceModule } from "../voice/module.ts";
import { keepingMaps } from "./maps/heard-maps.ts";
import { type RobotSite, startMaps } from "./maps/module.ts";
import type { Maps } from "./maps/maps.ts";
import type { Places } from "./maps/places.ts";
import { groundSightOf } from "./people/module.ts";
import { makeFoxglove } from "./foxglove/module.ts";
import { type RecordingsModule, startRecordings } from "./recordings/module.ts";
import { robotReadings, trafficReadings } from "./metrics.ts";
import { allRobotRoutes } from "./routes/all-robot-routes.ts";
import type { SharedBridges } from "../adapters/ros/shared-bridges.ts";
import { McapFiles } from "../adapters/mcap/mcap-format.ts";
import type { Brokers } from "../adapters/mqtt-broker/brokers.ts";
import { SimCamera } from "../adapters/robot-sim/sim-camera.ts";
import { SimDriver } from "../adapters/robot-sim/sim-driver.ts";
import { SimScanner } from "../adapters/robot-sim/sim-scanner.ts";
import { SimFloor } from "../adapters/robot-sim/sim-floor.ts";
import { SimRobot } from "../adapters/robot-sim/sim-robot.ts";
import { processEnvironment } from "../system/config/environment.ts";
import { auditRetention } from "../base/site-parts.ts";
import { robotNetworks } from "./site-parts.ts";
import type { RobotConfig } from "../system/config/site-config.ts";
import type { Ros2Settings, RosbridgeSettings } from "./driver/ros-document.ts";
import type { Vda5050Settings } from "./driver/robot-document.ts";
import type { Clock } from "../base/core/clock.ts";
import type { NetworkRules } from "../base/core/guarded-dial.ts";
import type { StreamFrameTimes } from "../base/core/shown-frames.ts";
import type { StreamService } from "../perception/streams/stream-service.ts";
import type { AttachedFiles } from "../perception/evidence/attached-files.ts";
import { demoRobots } from "../system/demo/demo-site.ts";
import { behaviors } from "../perception/behaviors/registry.ts";
import type { RunningStreams } from "../perception/streams/running-streams.ts";
import { readSettings } from "./driver/robot-settings.ts";
import { withBoxSpeech } from "./driver/box-speech.ts";
import type { RobotDriver } from "./driver/driver-port.ts";
import type { Doors } from "./doors/doors.ts";
import { startDoors } from "./doors/module.ts";
import { TrafficService } from "./traffic/traffic-service.ts";
import { Traffic } from "./traffic/traffic.ts";
import { framesOf } from "../cameras/recording/footage-frames.ts";
import type { Recordings } from "../cameras/recording/recordings.ts";
import { RobotCameras } from "./fleet/robot-cameras.ts";
import { type MakeDriver, Robots } from "./fleet/robots.ts";
import type { RobotRecord } from "./fleet/robot-record.ts";
import { RobotService } from "./fleet/robot-service.ts";
import type { TelemetryHub } from "./fleet/telemetry-wire.ts";
import { teleopLimits } from "./teleop/teleop-terms.ts";
import { StreamSlots } from "../http/streaming/stream-slots.ts";

type RobotNeeds = ApplianceContext &
  BaseParts &
  FleetModule &
  VoiceModule &
  Pick<CamerasModule, "robotCameras"> & {
    frameTimes: StreamFrameTimes;
    running: RunningStreams;
    streams: Pick<StreamService, "snapshot">;
    perception: { recordings: Pick<Recordings, "footage"> };
    attachedFiles: AttachedFiles;
  };

/** Robots as other modules need them. */
export interface RobotsModule {
  robots: RobotService;
  telemetry: TelemetryHub;
  robotUnits: Robots;
  /** Named places. */
  places: Places;
  robotMaps: Maps;
  /** Counts open teleop sessions. */
  teleopSlots: StreamSlots;
  /** Doors and lifts. */
  doors: Doors;
  /** What is wrong with the recordings of an organisation's robots now. */
  recordingProblems: RecordingsModule["problems"];
}

/** Robots with their drivers, from the configuration and the store; stopped before the store is. */
export async function startRobots(
  start: Start,
  options: RobotNeeds,
): Promise<Module<RobotsModule>> {
  const { config, orgs, store, events, clock, log, meter, safeMode } = options;
  const networks = { allowedNetworks: robotNetworks(config), ownPorts: options.ownPorts };
  const site = await startMaps(start, {
    ...options,
    zonesOf: (org) => robots.stored.list(org, "zone"),
  });
  const { places } = site;
  const brokers = lazyBrokers({ config, log });
  const doors = await startDoors(start, options, { networks, brokers, places });
  const traffic = await start("traffic", new Traffic({ store, events, clock, log, places, doors }));
  const robots: Robots = new Robots({
    store,
    events,
    clock,
    log,
    dataDir: config.dataDir,
    configured: configuredRobots(options),
    brokers: config.mqttBrokers.map(({ name }) => name),
    networks,
    rosDomainId: Number(processEnvironment()["ROS_DOMAIN_ID"] ?? 0),
    makeDriver: driversOf(options, { networks, traffic, brokers }),
    isBehaviorType: (type) => behaviors.has(type),
    orgs: () => orgs.list().map(({ id }) => id),
    retention: options.live.view(auditRetention),
    meter,
    places,
    onMap: keepingMaps(site.maps, log),
    frameTimes: options.frameTimes,
    sharing: options.fleet.robots ?? undefined,
    ground: groundSightOf(options.running, clock),
    whenAllowed: (run) => safeMode.whenOver(run),
  });
  await start("robots", robots);
  options.robotCameras.provide(new RobotCameras(robots));
  const recorded = await recordingsOf(start, options, robots);
  const parts = {
    robots: new RobotService({ robots, store }),
    telemetry: robots.telemetry,
    places,
    robotMaps: site.maps,
    robotUnits: robots,
    teleopSlots: new StreamSlots({ ...teleopLimits, message: tooManyTeleop }),
    doors,
    recordingProblems: recorded.problems,
  };
  const foxglove = makeFoxglove({ ...options, robots, maps: site.maps });
  const readings = () => [...recorded.readings(), ...foxglove.readings()];
  const service = new TrafficService({ traffic, robots });
  const maps = mapParts(site, options);
  const own = { mcap, robotRecordings: recorded.recordings, foxglove, maps, traffic: service };
  return {
    parts,
    routes: (http) => allRobotRoutes({ ...options, ...parts, ...own }, http),
    metrics: () => [...readings(), ...readingsOf(robots, traffic, clock), ...doors.readings()],
  };
}

function readingsOf(robots: Robots, traffic: Traffic, clock: Clock) {
  return robots
    .all()
    .flatMap((robot) => [
      ...robotReadings(robot),
      ...trafficReadings(robot.record, traffic.of(robot.record.org), clock.monoMs()),
    ]);
}

/** Starts the recordings of robots, which belong to the incidents of their cameras too. */
async function recordingsOf(start: Start, options: RobotNeeds, robots: Robots) {
  const { assets: files, streams, attachedFiles, perception } = options;
  const size = { maxWidthPx: recordedWidthPx, isPlain: true };
  const recorded = await startRecordings(start, {
    ...options,
    robots,
    mcap,
    files,
    ofStream: async (org, streamId) => (await streams.snapshot(org, streamId, size))?.jpeg,
    videoOf: async (org, streamId, { mostBytes, ...span }) => {
      const footage = await perception.recordings.footage({ org, streamId }, span);
      const { parts, isCut } = await framesOf(footage, mostBytes);
      return { video: parts.map((each) => ({ ...each, streamId })), isCut };
    },
  });
  attachedFiles.provide((org, id) => recorded.recordings.ofIncident(org, id));
  return recorded;
}

function mapParts(site: RobotSite, { assets, blobs }: Pick<RobotNeeds, "assets" | "blobs">) {
  return {
    ...site,
    urlOf: (org: string, id: string) => assets.url(org, id),
    fileOf: (id: string) => blobs.fileOf(id),
  };
}

/** Makes drivers that keep to reservations and speak through the box. */
function driversOf(
  { config, clock, log, speakerOf }: RobotNeeds,
  {
    networks,
    traffic,
    brokers,
  }: { networks: NetworkRules; traffic: Traffic; brokers: () => Promise<Brokers> },
): MakeDriver {
  const vda5050 = lazyVda5050({ clock, brokers });
  const ros = lazyRos({ config, clock, log, networks });
  const floors = new Map<string, SimFloor>();
  return async (record, fence) => {
    const driver = await driverOf(record, { clock, floors, vda5050, ros });
    // Innermost: the traffic sends pieces of ways by itself.
    const fenced = fence ? fencedDriver(driver, fence) : driver;
    return withBoxSpeech(traffic.driverOf(record, fenced), speakerOf(record.request.speaker));
  };
}

const mcap = new McapFiles();
/** Width of the pictures in recordings, in pixels. */
const recordedWidthPx = 640;
const tooManyTeleop = `A key has at most ${teleopLimits.perKey} teleop sessions, and the box ${teleopLimits.perBox}`;

/** The robots of the site file and of the demo. */
function configuredRobots({ config, demo }: Pick<RobotNeeds, "config" | "demo">) {
  const { organisation } = config.site;
  const demoEntries = demo ? demoRobots().map((each) => ({ ...each, organisation })) : [];
  return [...config.robots, ...demoEntries].map(
    ({ organisation: org, id, request }: RobotConfig) => ({ org, id, request }),
  );
}

/** Drives the shared robots of the site file when this box has their lease. Stopped before the box leaves its fleet. */
export async function startSharedRobots(
  start: Start,
  needs: Pick<RobotNeeds, "config" | "demo" | "fleet" | "safeMode"> & RobotsModule,
): Promise<Module> {
  const { fleet, robotUnits, safeMode } = needs;
  const { robots: placement } = fleet;
  if (!placement) return { parts: {} };
  const shared = configuredRobots(needs).map(({ org, id }) => ({ org, id }));
  await start("robot placement", placement);
  placement.place({
    // In safe mode others drive them.
    wanted: () => (safeMode.isActive ? [] : shared),
    drive: (robot) => robotUnits.drive(robot),
    leave: (robot) => robotUnits.leave(robot),
  });
  return { parts: {} };
}

type MakeVda5050 = (settings: Vda5050Settings) => Promise<RobotDriver>;

/** Creates robots of VDA 5050; the first one loads the adapter, with its MQTT client. */
function lazyVda5050(parts: { clock: Clock; brokers: () => Promise<Brokers> }): MakeVda5050 {
  return async (settings) => {
    const { vda5050Driver } = await import("../adapters/vda5050/from-settings.ts");
    return vda5050Driver(settings, { clock: parts.clock, brokers: await parts.brokers() });
  };
}

/** The brokers of robots and doors; the first of those loads the MQTT client. */
function lazyBrokers({ config, log }: Pick<RobotNeeds, "config" | "log">): () => Promise<Brokers> {
  let brokers: Promise<Brokers> | undefined;
  return () =>
    (brokers ??= import("../adapters/mqtt-broker/brokers.ts").then(
      ({ Brokers: Known }) => new Known(config.mqttBrokers, log),
    ));
}

type RosAccess =
  | { driver: "ros2"; settings: Ros2Settings }
  | { driver: "rosbridge"; settings: RosbridgeSettings };
type MakeRos = (record: RobotRecord, access: RosAccess) => Promise<RobotDriver>;

/** Creates robots of ROS; the first one loads the adapter. */
function lazyRos(
  parts: Pick<RobotNeeds, "config" | "clock" | "log"> & { networks: NetworkRules },
): MakeRos {
  let bridges: SharedBridges | undefined;
  return async ({ id, request }, { driver, settings }) => {
    const [{ ros2Driver, rosbridgeDriver }, { SharedBridges: Shared }] = await Promise.all([
      import("../adapters/ros/from-settings.ts"),
      import("../adapters/ros/shared-bridges.ts"),
    ]);
    bridges ??= new Shared(parts);
    const robot = { id, mapFrame: request.frames?.[0] ?? "map" };
    return driver === "ros2"
      ? ros2Driver(settings, robot, { ...parts, setup: parts.config.ros.setup })
      : rosbridgeDriver(settings, robot, { ...parts, bridges });
  };
}

async function driverOf(
  record: RobotRecord,
  parts: { clock: Clock; floors: Map<string, SimFloor>; vda5050: MakeVda5050; ros: MakeRos },
): Promise<RobotDriver> {
  const { driver, vda5050, ros2, rosbridge } = record.request;
  if (driver === "vda5050" && vda5050) return await parts.vda5050(vda5050);
  if (driver === "ros2" && ros2) return await parts.ros(record, { driver, settings: ros2 });
  if (driver === "rosbridge" && rosbridge) {
    return await parts.ros(record, { driver, settings: rosbridge });
  }
  return simulated(record, parts);
}

/** A robot simulated in this process. */
function simulated(
  { org, request }: RobotRecord,
  { clock, floors }: { clock: Clock; floors: Map<string, SimFloor> },
): SimDriver {
  const frame = request.frames?.[0] ?? "map";
  const settings = request.sim ?? {};
  const robot = new SimRobot(settings, frame, readSettings(request).radiusM);
  const floor = floors.get(org) ?? new SimFloor();
  floors.set(org, floor);
  const camera = settings.camera && new SimCamera(robot, settings.camera);
  const scanner = settings.scanner && new SimScanner(robot, settings.scanner);
  return new SimDriver({ robot, clock, camera, floor, scanner });
}
