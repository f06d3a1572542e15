import { chainWire } from "../../../src/robots/commands/chain-wire.ts";
import { commandOrder, commandWire } from "../../../src/robots/commands/command-wire.ts";
import { leaseOrder, leaseWire } from "../../../src/robots/commands/lease-wire.ts";
import { stopWire } from "../../../src/robots/commands/stop-wire.ts";
import { zoneWire } from "../../../src/robots/fleet/config-wire.ts";
import type {
  AlsoAccept,
  RobotCaller,
  RobotService,
} from "../../../src/robots/fleet/robot-service.ts";
import { robotWire, statusWire } from "../../../src/robots/fleet/robot-wire.ts";
import type { RobotCommandRequest, RobotLeaseRequest } from "../../../src/robots/wire/robot.ts";

/** Robots with requests and answers as the API has them. */
export function robotApi(service: RobotService) {
  return {
    list: (org: string) => service.list(org).map(robotWire),
    get(org: string, id: string) {
      const known = service.get(org, id);
      return known && robotWire(known);
    },
    status(org: string, id: string) {
      const known = service.get(org, id);
      return known && statusWire(known.unit);
    },
    put: async (...about: Parameters<RobotService["put"]>) =>
      robotWire(await service.put(...about)),
    remove: (org: string, id: string) => service.remove(org, id),
    async command(
      caller: RobotCaller,
      id: string,
      sent: { request: RobotCommandRequest; also?: AlsoAccept },
    ) {
      const record = await service.command(caller, id, {
        ...sent,
        request: commandOrder(sent.request),
      });
      return record && commandWire(record);
    },
    getCommand(org: string, robotId: string, id: string) {
      const record = service.getCommand(org, robotId, id);
      return record && commandWire(record);
    },
    listCommands: (org: string, robotId: string) =>
      service.listCommands(org, robotId)?.map(commandWire),
    async stop(caller: RobotCaller, id: string, why: string | null) {
      const outcome = await service.stop(caller, id, why);
      return outcome && stopWire(id, outcome);
    },
    async takeLease(caller: RobotCaller, id: string, request: RobotLeaseRequest) {
      const lease = await service.takeLease(caller, id, leaseOrder(request));
      return lease && leaseWire(id, lease);
    },
    releaseLease: (caller: RobotCaller, id: string) => service.releaseLease(caller, id),
    openTeleop: (...about: Parameters<RobotService["openTeleop"]>) => service.openTeleop(...about),
    picture: (org: string, id: string) => service.picture(org, id),
    poseOf: (org: string, id: string) => service.poseOf(org, id),
    refusalOf: (...about: Parameters<RobotService["refusalOf"]>) => service.refusalOf(...about),
    audit(org: string, page: { limit: number; beforeSeq?: number }) {
      const { items, total } = service.audit(org, page);
      return { items: items.map(chainWire), total };
    },
    zones: (org: string, robotId?: string) => service.zones(org, robotId).map(zoneWire),
    putZones: async (...about: Parameters<RobotService["putZones"]>) =>
      (await service.putZones(...about)).map(zoneWire),
    behaviors: (...about: Parameters<RobotService["behaviors"]>) => service.behaviors(...about),
    putBehaviors: (...about: Parameters<RobotService["putBehaviors"]>) =>
      service.putBehaviors(...about),
    actions: (...about: Parameters<RobotService["actions"]>) => service.actions(...about),
    putActions: (...about: Parameters<RobotService["putActions"]>) => service.putActions(...about),
    removeStored: (...about: Parameters<RobotService["removeStored"]>) =>
      service.removeStored(...about),
  };
}

/** Robots as the API answers about them. */
export type RobotApi = ReturnType<typeof robotApi>;
