import type { RobotCommand } from "../../../src/robots/driver/command.ts";
import type {
  DriverCommand,
  RobotDriver,
  RobotSink,
} from "../../../src/robots/driver/driver-port.ts";

/** Lets a simulated robot do every command at once without moving, and keeps what it heard. */
export function stillDriver(
  inner: RobotDriver,
  heard: (command: RobotCommand) => void,
): RobotDriver {
  let sink: RobotSink | undefined;
  const own: Partial<RobotDriver> = {
    open(to) {
      sink = to;
      inner.open(to);
    },
    async execute({ id, command }: DriverCommand) {
      heard(command);
      setImmediate(() => sink?.onProgress({ commandId: id, state: "succeeded", reason: null }));
    },
    async cancel() {},
  };
  return new Proxy(inner, {
    get(target, name) {
      const value: unknown = Object.hasOwn(own, name)
        ? own[name as keyof RobotDriver]
        : Reflect.get(target, name, target);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
}
