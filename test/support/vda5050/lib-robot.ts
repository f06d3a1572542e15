import type { TestContext } from "node:test";
import {
  AgvController,
  type AgvId,
  type ClientPublishOptions,
  type Headerless,
  type Topic,
  type TopicObject,
  VirtualAgvAdapter,
  type VdaVersion,
  type VirtualAgvAdapterOptions,
} from "vda-5050-lib";

/** A virtual vehicle of vda-5050-lib: an implementation that nobody of this project wrote. */
export interface LibRobot {
  /** Its newest state, as the library has it. */
  readonly state: {
    driving: boolean;
    paused?: boolean;
    orderId: string;
    nodeStates: readonly object[];
    batteryState: { charging: boolean };
    agvPosition?: { x: number; y: number; theta: number; mapId: string };
  };
}

/**
 * Publishes nothing once it stops. The library throws there, inside of mqtt's handler of a message that
 * arrives while it disconnects, and then its stop never ends.
 */
class StoppableAgv extends AgvController {
  protected override publishTopic<T extends string>(
    topic: T extends Topic ? T : string,
    subject: AgvId,
    object: Headerless<TopicObject<T>>,
    options?: ClientPublishOptions,
  ): Promise<TopicObject<T>> {
    if (!this.isStarted) return new Promise(() => undefined);
    return super.publishTopic(topic, subject, object, options);
  }
}

/** Starts one at the origin of `map`; it drives at `vehicleSpeed`. */
export async function startLibRobot(
  t: Pick<TestContext, "after">,
  options: { url: string; version: VdaVersion; serialNumber: string; speedMps: number },
): Promise<LibRobot> {
  const { url, version, serialNumber, speedMps } = options;
  const adapter: VirtualAgvAdapterOptions = {
    initialPosition: { mapId: "map", x: 0, y: 0, theta: 0, lastNodeId: "start" },
    vehicleSpeed: speedMps,
  };
  const controller = new StoppableAgv(
    { manufacturer: "acme", serialNumber },
    {
      interfaceName: "uagv",
      transport: { brokerUrl: url, heartbeat: 5, reconnectPeriod: 500 },
      vdaVersion: version,
    },
    {
      agvAdapterType: VirtualAgvAdapter,
      publishStateInterval: 300,
      publishVisualizationInterval: 200,
    },
    adapter,
  );
  await controller.start();
  t.after(async () => {
    await controller.stop();
    // A message that arrives while it stops starts this timer again, which then never ends.
    clearTimeout(controller["_publishStateTimerId"] as NodeJS.Timeout);
  });
  return {
    get state() {
      return controller.currentState;
    },
  };
}
