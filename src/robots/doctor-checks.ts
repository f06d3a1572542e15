import { access } from "node:fs/promises";
import {
  type Check,
  type DoctorPart,
  bad,
  each,
  ofSubject,
  ok,
  skip,
  warn,
} from "../system/doctor/check.ts";
import { endpointOf, tryPort } from "../system/doctor/port-answer.ts";

const ros: Check = {
  id: "ros",
  position: 400,
  async run({ config, host }) {
    const wants = config.robots.filter(({ request }) => request.driver === "ros2");
    if (wants.length === 0) return skip("ros.none");
    if (config.ros.setup.length === 0 && (await host.run("ros2", ["--help"])) === undefined) {
      return bad("ros.missing", "ros.fix");
    }
    for (const file of config.ros.setup) {
      const isThere = await access(file).then(
        () => true,
        () => false,
      );
      if (!isThere) return bad("ros.no_file", "ros.fix", { file });
    }
    return ok("ros.is", { files: config.ros.setup.length, robots: wants.length });
  },
};

const doors: Check = {
  id: "doors",
  position: 405,
  run: ({ config, host }) =>
    each(config.doors, "doors.none", async ({ id, http, modbus, mqtt }) => {
      // Brokers have a check of their own.
      if (mqtt) return ofSubject(id, ok("doors.mqtt", { broker: mqtt.broker }));
      const to = modbus ?? endpointOf(http!.stateUrl);
      const { address, problem } = await tryPort(host, to);
      return ofSubject(
        id,
        problem === undefined
          ? ok("any.port_answers", { address })
          : bad("any.port_silent", "doors.fix", { address, problem }),
      );
    }),
};

/** Recordings of robots that could not be written, or would lack something. */
const recordings: Check = {
  id: "robot_recordings",
  position: 407,
  run({ box }) {
    if (!box) return skip("any.box_stopped");
    const problems = box.robots?.recording_problems ?? [];
    if (problems.length === 0) return ok("robot_recordings.all");
    return problems.map(({ robot_id: id, kind, reason }) => {
      if (kind === "failed")
        return ofSubject(
          id,
          bad("robot_recordings.failed", "robot_recordings.failed_fix", { reason }),
        );
      if (kind === "short")
        return ofSubject(
          id,
          warn("robot_recordings.short", "robot_recordings.short_fix", { reason }),
        );
      return ofSubject(id, warn("robot_recordings.no_pose", "robot_recordings.no_pose_fix"));
    });
  },
};

/** Checks ROS 2 where robots need it, that the box reaches its doors, and the recordings of robots. */
export const robotsDoctor: DoctorPart = {
  checks: [ros, doors, recordings],
};
