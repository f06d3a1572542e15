import { join, resolve } from "node:path";
import { installDir } from "../base/settings/install-dir.ts";
import {
  bad,
  type Check,
  type CheckFinding,
  type DoctorPart,
  type DoctorSite,
  each,
  ofSubject,
  ok,
  warn,
} from "../system/doctor/check.ts";
import { identityFile } from "./identity/identity-terms.ts";
import { endpointOf, tryPort } from "../system/doctor/port-answer.ts";

const fleet: Check = {
  id: "fleet",
  position: 335,
  run(site) {
    const { box, config } = site;
    const { servers } = config.fleet;
    if (servers.length === 0 || !box?.fleet) {
      return each(servers, "fleet.none", (server) => serverFinding(site, server));
    }
    const { name, state, problem, takeover, boxes } = box.fleet;
    if (state !== "joined") {
      return bad("fleet.apart", "fleet.apart_fix", { problem: problem ?? state });
    }
    const changed = boxes.filter(({ identity }) => identity === "changed");
    if (changed.length > 0) {
      const names = changed.map((each) => each.name).join(", ");
      return bad("fleet.key_changed", "fleet.key_changed_fix", { boxes: names });
    }
    const { conflicts = 0, refused = 0 } = box.fleet.records ?? {};
    if (conflicts + refused > 0) {
      return warn("fleet.records", "fleet.records_fix", { conflicts, refused });
    }
    if (!takeover.automatic && boxes.length > 1) {
      return warn("fleet.without_takeover", "fleet.takeover_fix", {
        problem: takeover.problem ?? "",
      });
    }
    return ok("fleet.joined", { name, boxes: boxes.length });
  },
};

/** Without a running box: whether the server's port answers. */
async function serverFinding({ host }: DoctorSite, server: string): Promise<CheckFinding> {
  const { address, problem } = await tryPort(host, endpointOf(server));
  return ofSubject(
    server,
    problem === undefined
      ? ok("any.port_answers", { address })
      : bad("any.port_silent", "fleet.start_fix", { address, problem }),
  );
}

/** The check of the fleet, its files and its servers. */
export const fleetDoctor: DoctorPart = {
  checks: [fleet],
  keyFiles: ({ dataDir, fleet: { servers, passwordFile, credentialsFile, keyFile } }) => [
    ...(servers.length === 0 ? [] : [join(dataDir, identityFile)]),
    ...[passwordFile, credentialsFile, keyFile].flatMap((file) =>
      file === undefined ? [] : [resolve(installDir, file)],
    ),
  ],
  hosts: ({ fleet: { servers } }) => [...servers],
  certificates: ({ fleet: { caFile, certFile } }) =>
    Object.entries({ "fleet.ca_file": caFile, "fleet.cert_file": certFile }).flatMap(
      ([name, file]) =>
        file === undefined ? [] : [{ name, file: resolve(installDir, file), isOwn: false }],
    ),
};
