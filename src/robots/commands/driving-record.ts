import type { Clock } from "../../base/core/clock.ts";
import type { Store, StoreKey } from "../../base/core/store.ts";
import { link } from "./chain.ts";
import { dueKey, holdKey, type RobotRef } from "./command-log.ts";

/** The lease under which this box begins to drive a robot. */
export interface DrivingLease {
  revision: number;
  /** Revision of the lease that it replaced; 0 for none. */
  before: number;
}

/** The newest lease under which this box drove the robot. */
interface DrivingRecord {
  v: 1;
  revision: number;
}

const drivingKey = ({ org, robotId }: RobotRef): StoreKey => [org, "robot-driving", robotId];

/**
 * Records, before the first command, that this box drives the robot under a lease. If another box had the lease since,
 * the robot may carry out a command of it, or may have been stopped by somebody there: it is stopped at its first
 * message, and runs and rules wait for an operator.
 */
export async function beginDriving(
  { store, clock }: { store: Store; clock: Clock },
  robot: RobotRef,
  { revision, before }: DrivingLease,
): Promise<void> {
  const last = store.get<DrivingRecord>(drivingKey(robot))?.revision ?? 0;
  const isTakenOver = before !== 0 && before !== last;
  const atMs = clock.wallMs();
  const { org, robotId } = robot;
  const detail = { revision, before, taken_over: isTakenOver };
  await store.transact(
    (tx) => {
      tx.put(drivingKey(robot), { v: 1, revision } satisfies DrivingRecord);
      if (isTakenOver) {
        tx.put(holdKey(robot), { v: 1, atMs });
        tx.put(dueKey(robot), { v: 1 });
      }
      const about = { commandId: null, who: null, why: null, atMs, robotId };
      link(tx, org, { ...about, event: "driving_began", detail });
    },
    { essential: true },
  );
}
