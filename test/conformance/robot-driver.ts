import assert from "node:assert/strict";
import { after, test } from "node:test";
import { uuidv7 } from "../../src/base/core/ids.ts";
import type { MapPose, RobotCommand } from "../../src/robots/driver/command.ts";
import type {
  CommandProgress,
  RobotDriver,
  RobotSample,
} from "../../src/robots/driver/driver-port.ts";
import { makeHandling } from "../support/jobs/make-handling.ts";

/** A driver whose robot stands at the origin of `frame` with room of 5 m around it. */
export interface DriverSubject {
  driver: RobotDriver;
  frame: string;
  /** Lets time pass for driver and robot. */
  pass(ms: number): Promise<void>;
  /** The robot says nothing and hears nothing from now on, or does again. */
  setSilent(isSilent: boolean): void;
  /**
   * The link to the robot breaks so that the transport knows; null where none does. The robot comes
   * back by itself, or when the answer is called.
   */
  breakLink: (() => Promise<() => Promise<void>>) | null;
  /** The robot refuses this kind of command from now on. */
  refuse(kind: RobotCommand["kind"]): void;
  /** Another driver for the same robot, as after a restart of the box. */
  again(): RobotDriver;
  /** Its transport hides the names of goals: another driver finds none again, and stops what it drives on. */
  forgets?: boolean;
  /** Driver and robot are processes that a busy machine holds up, by so much at most; 0 when absent. */
  lateMs?: number;
}

interface Heard {
  samples: RobotSample[];
  progress: CommandProgress[];
  losses: number;
}

function listen(driver: RobotDriver): Heard {
  const heard: Heard = { samples: [], progress: [], losses: 0 };
  driver.open({
    onSample: (sample) => void heard.samples.push(sample),
    onProgress: (progress) => void heard.progress.push(progress),
    onCapabilities: () => undefined,
    onLost: () => void (heard.losses += 1),
  });
  return heard;
}

function goal(frame: string, xM: number, yM = 0) {
  const target: MapPose = { frame, xM, yM, yawRad: null };
  const command: RobotCommand = { kind: "move_to", target, maxSpeedMps: null };
  return { id: uuidv7(), command, maxSpeedMps: 1, maxTurnRadps: 2 };
}

const endsOf = (heard: Heard, id: string): string[] =>
  heard.progress
    .filter(({ commandId, state }) => commandId === id && state !== "executing")
    .map(({ state }) => state);

const poseOf = (heard: Heard) => heard.samples.findLast(({ pose }) => pose)!.pose!;

/** What every `RobotDriver` promises. */
export function robotDriverConformance(subjectOf: () => Promise<DriverSubject>): void {
  const made: RobotDriver[] = [];
  const noted = (driver: RobotDriver): RobotDriver => {
    made.push(driver);
    return driver;
  };
  async function make(): Promise<DriverSubject> {
    const subject = await subjectOf();
    return { ...subject, driver: noted(subject.driver), again: () => noted(subject.again()) };
  }
  // One that failed may have left its driver open, which would keep the process from ending.
  after(() => Promise.all(made.map((driver) => driver.close())));

  test("says nothing before it is opened, and nothing after it is closed", async () => {
    const { driver, pass } = await make();
    const heard = listen(driver);
    assert.deepEqual(heard.samples, []);
    await pass(500);
    assert.ok(heard.samples.length > 0);
    await driver.close();
    await driver.close();
    const count = heard.samples.length;
    await pass(500);
    assert.equal(heard.samples.length, count);
  });

  test("every capability has a source, and a reason where it is absent", async () => {
    const { driver } = await make();
    for (const { name, source, available, reason } of driver.capabilities()) {
      assert.notEqual(source, "", name);
      assert.equal(reason === null, available, name);
    }
  });

  test("a camera is there where the robot says so, with pictures that know where they were taken", async () => {
    const { driver, pass, setSilent } = await make();
    listen(driver);
    await pass(1000);
    const { available } = driver.capabilities().find(({ name }) => name === "camera")!;
    assert.equal(driver.camera !== undefined, available);
    if (driver.camera) {
      const [first, beside] = await Promise.all([driver.camera.take(), driver.camera.take()]);
      for (const { bytes, pose, lens } of [first, beside]) {
        assert.match(Buffer.from(bytes).subarray(0, 4).toString("latin1"), /^(ÿØÿ|\x89PNG|RIFF)/);
        if (pose) assert.ok([pose.xM, pose.yM, pose.yawRad].every(Number.isFinite));
        if (lens) assert.ok(lens.heightM > 0 && lens.fovRad > 0 && lens.fovRad < Math.PI);
      }
      setSilent(true);
      await assert.rejects(driver.camera.take(), { code: "robot_unreachable" });
    }
    await driver.close();
  });

  test("samples carry finite numbers and their source", async () => {
    const { driver, pass } = await make();
    const heard = listen(driver);
    await pass(1000);
    for (const { source, pose, battery } of heard.samples) {
      assert.notEqual(source, "");
      if (pose) assert.ok([pose.xM, pose.yM, pose.yawRad].every(Number.isFinite));
      if (battery) assert.ok(battery.percent >= 0 && battery.percent <= 100);
    }
    await driver.close();
  });

  test("a movement ends once, at its goal, within its speed", async () => {
    const { driver, pass, frame } = await make();
    const heard = listen(driver);
    const sent = goal(frame, 2);
    await driver.execute(sent);
    await pass(8000);
    assert.deepEqual(endsOf(heard, sent.id), ["succeeded"]);
    assert.ok(Math.hypot(poseOf(heard).xM - 2, poseOf(heard).yM) < 0.3);
    const speeds = heard.samples.map(({ velocity }) => Math.abs(velocity?.linearMps ?? 0));
    assert.ok(Math.max(...speeds) <= 1 + 1e-9 && Math.max(...speeds) > 0.3);
    await driver.close();
  });

  test("a new movement replaces the one before, which ends as cancelled", async () => {
    const { driver, pass, frame } = await make();
    const heard = listen(driver);
    const [first, second] = [goal(frame, 3), goal(frame, 0, 1)];
    await driver.execute(first);
    await pass(1000);
    await driver.execute(second);
    await pass(10_000);
    assert.deepEqual(endsOf(heard, first.id), ["cancelled"]);
    assert.deepEqual(endsOf(heard, second.id), ["succeeded"]);
    await driver.close();
  });

  test("after a stop nothing moves, it says what it did, and may come twice", async () => {
    const { driver, pass, frame } = await make();
    const heard = listen(driver);
    const sent = goal(frame, 4);
    await driver.execute(sent);
    await pass(1500);
    assert.match(await driver.stop(), /\w/);
    assert.match(await driver.stop(), /\w/);
    await pass(200);
    const at = poseOf(heard);
    await pass(2000);
    assert.deepEqual(endsOf(heard, sent.id), ["cancelled"]);
    assert.ok(Math.hypot(poseOf(heard).xM - at.xM, poseOf(heard).yM - at.yM) < 0.05);
    await driver.close();
  });

  test("a movement that is cancelled in the instant of its execution is not driven", async () => {
    const { driver, pass, frame } = await make();
    const heard = listen(driver);
    await pass(500);
    const sent = goal(frame, 4);
    const taken = driver.execute(sent).then(
      () => "taken",
      () => "refused",
    );
    await driver.cancel(sent.id);
    const outcome = await taken;
    await pass(3000);
    assert.ok(Math.hypot(poseOf(heard).xM, poseOf(heard).yM) < 1, "the robot stays");
    assert.deepEqual(endsOf(heard, sent.id), outcome === "taken" ? ["cancelled"] : []);
    await driver.close();
  });

  test("a cancel ends its command and no other one", async () => {
    const { driver, pass, frame } = await make();
    const heard = listen(driver);
    const sent = goal(frame, 4);
    await driver.execute(sent);
    await driver.cancel(uuidv7());
    await pass(500);
    assert.deepEqual(endsOf(heard, sent.id), []);
    await driver.cancel(sent.id);
    await pass(500);
    assert.deepEqual(endsOf(heard, sent.id), ["cancelled"]);
    await driver.close();
  });

  test("a load is picked up at its place, shown, and put down again, or that is refused", async () => {
    const { driver, pass, frame } = await make();
    const heard = listen(driver);
    await pass(500);
    const place: MapPose = { frame, xM: 1, yM: 0, yawRad: null };
    const send = async (kind: "pick" | "drop", target: MapPose | null): Promise<string> => {
      const station = { stationType: "floor", stationName: "A1" };
      const handling = makeHandling({ target, loadType: "EPAL", ...(kind === "pick" && station) });
      const id = uuidv7();
      const command = { kind, ...handling };
      await driver.execute({ id, command, maxSpeedMps: 1, maxTurnRadps: 2 });
      return id;
    };
    const ended = async (id: string): Promise<string[]> => {
      for (let at = 0; at < 40 && endsOf(heard, id).length === 0; at += 1) await pass(250);
      return endsOf(heard, id);
    };
    const typesOf = () => heard.samples.findLast(({ loads }) => loads)?.loads?.map((it) => it.type);
    const shows = async (...types: string[]): Promise<void> => {
      for (let at = 0; at < 20 && typesOf()?.join() !== types.join(); at += 1) await pass(100);
      assert.deepEqual(typesOf(), types);
    };
    if (!driver.capabilities().find(({ name }) => name === "pick")!.available) {
      await assert.rejects(send("pick", place), { code: "robot_refused" });
      await pass(250);
      assert.ok(Math.abs(poseOf(heard).xM) < 0.05);
      return await driver.close();
    }
    await shows();
    assert.deepEqual(await ended(await send("pick", place)), ["succeeded"]);
    await shows("EPAL");
    assert.ok(Math.abs(poseOf(heard).xM - 1) < 0.3);
    assert.deepEqual(await ended(await send("drop", null)), ["succeeded"]);
    await shows();
    await driver.close();
  });

  test("a load is not handled where its command ends on the way, and one that is not there cannot be put down", async () => {
    const { driver, pass, frame } = await make();
    const heard = listen(driver);
    await pass(500);
    if (!driver.capabilities().find(({ name }) => name === "pick")!.available) {
      return await driver.close();
    }
    const send = async (kind: "pick" | "drop", target: MapPose | null): Promise<string> => {
      const id = uuidv7();
      const station = { stationType: "floor", stationName: "A1", loadType: "EPAL" };
      const command = { kind, ...makeHandling({ target, ...(kind === "pick" && station) }) };
      await driver.execute({ id, command, maxSpeedMps: 1, maxTurnRadps: 2 });
      return id;
    };
    const target: MapPose = { frame, xM: 4, yM: 0, yawRad: null };
    const ended = await send("pick", target);
    await pass(500);
    await driver.cancel(ended);
    await pass(1000);
    assert.deepEqual(endsOf(heard, ended), ["cancelled"]);
    const stopped = await send("pick", target);
    await pass(500);
    await driver.stop();
    await pass(1500);
    assert.deepEqual(endsOf(heard, stopped), ["cancelled"]);
    assert.ok(poseOf(heard).xM < 3.5, "it stands on its way");
    assert.deepEqual(heard.samples.findLast(({ loads }) => loads)?.loads ?? [], []);
    const empty = await send("drop", null).catch((error: unknown) => error);
    if (typeof empty !== "string") assert.equal((empty as { code: string }).code, "robot_refused");
    else {
      for (let at = 0; at < 40 && endsOf(heard, empty).length === 0; at += 1) await pass(250);
      assert.deepEqual(endsOf(heard, empty), ["failed"]);
    }
    await driver.close();
  });

  test("a refusal is robot_refused, a silence robot_unreachable, and neither moves the robot", async () => {
    const { driver, pass, frame, refuse, setSilent } = await make();
    const heard = listen(driver);
    refuse("move_to");
    await assert.rejects(driver.execute(goal(frame, 3)), { code: "robot_refused" });
    setSilent(true);
    const route: RobotCommand = {
      kind: "follow_route",
      waypoints: [{ frame, xM: 1, yM: 0, yawRad: null }],
      loops: 1,
      maxSpeedMps: null,
    };
    const command = { id: uuidv7(), command: route, maxSpeedMps: 1, maxTurnRadps: 1 };
    await assert.rejects(driver.execute(command), { code: "robot_unreachable" });
    await assert.rejects(driver.stop(), { code: "robot_unreachable" });
    const count = heard.samples.length;
    await pass(1000);
    assert.equal(heard.samples.length, count);
    setSilent(false);
    await pass(1000);
    assert.ok(Math.abs(poseOf(heard).xM) < 0.05);
    await driver.close();
  });

  test("a link that breaks is told at once, and a robot that is back is heard again", async (t) => {
    const { driver, pass, breakLink } = await make();
    if (!breakLink) return t.skip("its transport does not know of links");
    const heard = listen(driver);
    await pass(500);
    assert.equal(heard.losses, 0);
    const mend = await breakLink();
    await pass(500);
    assert.ok(heard.losses > 0);
    const count = heard.samples.length;
    await mend();
    await pass(1000);
    assert.ok(heard.samples.length > count);
    await driver.close();
  });

  test("teleop moves for as long as it says and no longer, or is refused", async () => {
    const { driver, pass, lateMs = 0 } = await make();
    const heard = listen(driver);
    const command: RobotCommand = {
      kind: "teleop",
      linearMps: 0.5,
      angularRadps: 0,
      durationMs: 250,
    };
    const sent = { id: uuidv7(), command, maxSpeedMps: 1, maxTurnRadps: 1 };
    await pass(500);
    if (!driver.capabilities().find(({ name }) => name === "teleop")!.available) {
      await assert.rejects(driver.execute(sent), { code: "robot_refused" });
      await driver.close();
      return;
    }
    // A stall of the machine may shorten a command, never lengthen it: then another one follows.
    let commands = 0;
    for (; commands < 5 && poseOf(heard).xM <= 0.05; commands += 1) {
      await driver.execute({ ...sent, id: uuidv7() });
      await pass(350 + lateMs);
      // What it says of itself may come later still.
      for (let at = 0; at < 20 && poseOf(heard).xM <= 0.05; at += 1) await pass(100);
    }
    const { xM } = poseOf(heard);
    const longest = commands * 0.5 * (0.35 + lateMs / 1000);
    assert.ok(xM > 0.05 && xM <= longest + 1e-9, `${xM} m after ${commands} commands`);
    await pass(1000);
    assert.ok(Math.abs(poseOf(heard).xM - xM) < 0.01);
    assert.equal(heard.samples.findLast(({ velocity }) => velocity)?.velocity?.linearMps, 0);
    await driver.close();
  });

  test("a command is found again by another driver of the same robot, and only that one", async () => {
    const { driver, pass, frame, again, forgets = false } = await make();
    listen(driver);
    const sent = { ...goal(frame, 4), ...(forgets ? { maxSpeedMps: 0.2 } : {}) };
    await driver.execute(sent);
    await driver.close();
    const next = again();
    const heard = listen(next);
    assert.equal(await next.reattach(uuidv7()), false);
    assert.equal(await next.reattach(sent.id), !forgets);
    if (forgets) {
      await pass(200);
      await next.stop();
      await pass(200);
      const { xM } = poseOf(heard);
      assert.ok(xM < 3.8, "it was stopped on its way");
      await pass(500);
      assert.ok(Math.abs(poseOf(heard).xM - xM) < 0.05);
      await next.close();
      return;
    }
    await pass(10_000);
    assert.deepEqual(endsOf(heard, sent.id), ["succeeded"]);
    await next.close();
  });
}
