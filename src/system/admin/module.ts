import type { ApplianceContext } from "../../appliance-options.ts";
import type { BaseParts } from "../../base/module.ts";
import type { CamerasModule } from "../../cameras/module.ts";
import type { Module, Start } from "../../module.ts";
import type { Alarms } from "../../notifications/alarms/alarms.ts";
import type { PerceptionModule } from "../../perception/module.ts";
import type { UplinkModule } from "../../uplink/module.ts";
import { upkeepOf } from "../backup/module.ts";
import type { SystemModule } from "../module.ts";
import { addSelftest } from "../selftest/module.ts";
import { AdminServer } from "./admin-server.ts";
import { KeyAdmin } from "./key-admin.ts";
import { PeopleAdmin } from "./people-admin.ts";
import type { LearningCommands } from "./learning-admin.ts";
import { egressPage } from "../../uplink/egress-wire.ts";
import { safeModeWire } from "../selfcare/safe-mode-wire.ts";

type AdminNeeds = ApplianceContext &
  BaseParts &
  CamerasModule &
  PerceptionModule &
  UplinkModule &
  SystemModule & { alarms: Alarms };

/** The socket of the command line. */
export async function startAdmin(start: Start, needs: AdminNeeds): Promise<Module> {
  const { config, log, clock, policies, replay, alarms, models, safeMode, describe } = needs;
  const org = config.site.organisation;
  const networks = needs.cameraParts.dial.allowedNetworks ?? [];
  const people = new PeopleAdmin(needs);
  const setup = { codes: needs.setup, org };
  const commands = {
    selftest: await addSelftest(start, needs),
    alarms,
    keys: new KeyAdmin({
      ...needs,
      setup,
      people,
      egressPage: (owner, query) => egressPage(needs.uplink.egress, owner, query),
      clock,
    }),
    models,
    learning: learningCommands(needs),
    capacity: () => needs.measureCapacity(),
    status: () => describe(org),
    settings: {
      async apply() {
        const { inForce: paths, waiting } = await needs.inForce.reload();
        return { in_force: paths, waiting };
      },
    },
    policies: { list: (owner: string) => policies.list(owner), replay },
    evidence: needs.recordings,
    safeMode: {
      describe: () => safeModeWire(safeMode.describe()),
      leave: () => safeMode.leave(),
    },
    ...upkeepOf({ ...needs, networks }, needs.metrics),
  };
  await start("admin", new AdminServer({ dataDir: config.dataDir, log, ...commands }));
  return { parts: {} };
}

function learningCommands({ learning, work }: AdminNeeds): LearningCommands {
  const { lessons, footage } = learning;
  return {
    begin: (org) => lessons.begin(org),
    undo: (org) => lessons.undo(org),
    learnt: (org) => lessons.learnt(org),
    work: () => work.last(),
    footage,
  };
}
