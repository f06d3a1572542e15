import type {
  CommandProgress,
  DriverMap,
  RobotSample,
  RobotScan,
  RobotSink,
} from "../../../src/robots/driver/driver-port.ts";
import { until } from "../box/wait.ts";

/** What a driver told its robot's side. */
export class HeardRobot implements RobotSink {
  readonly progress: CommandProgress[] = [];
  readonly samples: RobotSample[] = [];
  readonly maps: DriverMap[] = [];
  readonly scans: RobotScan[] = [];
  capabilityChanges = 0;
  /** How often the link to the robot was lost. */
  losses = 0;

  onSample(sample: RobotSample): void {
    this.samples.push(sample);
  }

  onProgress(progress: CommandProgress): void {
    this.progress.push(progress);
  }

  onMap(map: DriverMap): void {
    this.maps.push(map);
  }

  onScan(scan: RobotScan): void {
    this.scans.push(scan);
  }

  onCapabilities(): void {
    this.capabilityChanges += 1;
  }

  onLost(): void {
    this.losses += 1;
  }

  /** The newest value of a field. */
  latest<K extends keyof RobotSample>(field: K): RobotSample[K] | undefined {
    return this.samples.findLast((sample) => sample[field] !== undefined)?.[field];
  }

  /** What became of a command; resolves when it has ended. */
  async end(commandId: string, deadlineMs = 45_000): Promise<CommandProgress> {
    const find = () =>
      this.progress.find((each) => each.commandId === commandId && each.state !== "executing");
    await until(() => find() !== undefined, { what: "the end of the command", deadlineMs });
    return find()!;
  }
}
