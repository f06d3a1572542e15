import { access } from "node:fs/promises";
import {
  type Check,
  type DoctorPart,
  bad,
  each,
  ofSubject,
  ok,
  skip,
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

/** Checks ROS 2 where robots need it, and that the box reaches its doors. */
export const robotsDoctor: DoctorPart = {
  checks: [ros, doors],
};
