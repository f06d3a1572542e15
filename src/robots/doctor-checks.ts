import { access } from "node:fs/promises";
import { type Check, type DoctorPart, bad, ok, skip } from "../system/doctor/check.ts";

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

/** Checks ROS 2 where robots need it. */
export const robotsDoctor: DoctorPart = {
  checks: [ros],
};
