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

const uplink: Check = {
  id: "uplink",
  position: 320,
  run: ({ config, host, box }) =>
    each(config.uplink.endpoints, "uplink.none", async ({ name, url }) => {
      const endpoint = box?.uplink.endpoints.find((one) => one.name === name);
      if (endpoint && endpoint.state === "refused") {
        const values = { reason: endpoint.reason ?? "?" };
        return ofSubject(name, bad("uplink.refused", "uplink.refused_fix", values));
      }
      if (url === undefined) return ofSubject(name, skip("uplink.makers"));
      const { address, problem } = await tryPort(host, endpointOf(url));
      if (problem === undefined) return ofSubject(name, ok("any.port_answers", { address }));
      return ofSubject(name, warn("any.port_silent", "uplink.fix", { address, problem }));
    }),
};

/** The model endpoints. */
export const uplinkDoctor: DoctorPart = {
  checks: [uplink],
  keyFiles: (config) => config.uplink.endpoints.flatMap(({ keyPath }) => keyPath ?? []),
  hosts: (config) => config.uplink.endpoints.flatMap(({ url }) => url ?? []),
};
