import { fail } from "../../base/contract/fail.ts";
import type { Fence } from "../../base/core/fence.ts";
import type { DriverCommand, RobotDriver } from "./driver-port.ts";

/** A fence for a robot that this box does not drive; `problem` says who does. */
export function closedFence(problem: () => string): Fence {
  const never = (): boolean => false;
  return { revision: 0, mayCommand: never, mayStop: never, problem, onLost: () => undefined };
}

/**
 * Returns the driver as one that sends commands only while `fence` is open, each with its revision. It belongs to one
 * holding period: a command of an earlier period is refused with `robot_refused`, and a stop after the end of the fence
 * with `robot_unreachable`.
 */
export function fencedDriver(driver: RobotDriver, fence: Fence): RobotDriver {
  driver.boundFence?.(fence);
  const assertMayCommand = (): void => {
    if (!fence.mayCommand()) throw fail("robot_refused", `fleet: ${fence.problem()}`);
  };
  const assertMayStop = (): void => {
    if (!fence.mayStop()) throw fail("robot_unreachable", `fleet: ${fence.problem()}`);
  };
  const own: Pick<RobotDriver, "execute" | "cancel" | "stop" | "reattach"> = {
    async execute(sent: DriverCommand) {
      assertMayCommand();
      return await driver.execute({ ...sent, fence: fence.revision });
    },
    async cancel(commandId) {
      assertMayStop();
      await driver.cancel(commandId);
    },
    async stop() {
      assertMayStop();
      return await driver.stop();
    },
    async reattach(commandId) {
      assertMayCommand();
      return await driver.reattach(commandId);
    },
  };
  // All other members of the port are the driver's, the optional ones included.
  return new Proxy(driver, {
    get(target, key) {
      if (key in own) return own[key as keyof typeof own];
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
