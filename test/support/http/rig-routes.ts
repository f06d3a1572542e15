import { ruleRoutes } from "../../../src/automation/rules/routes/rules.ts";
import type { Rules } from "../../../src/automation/rules/rules.ts";
import { runRoutes } from "../../../src/automation/workflows/routes/runs.ts";
import type { WorkflowService } from "../../../src/automation/workflows/workflow-service.ts";
import { assetRoutes, type SignedFiles } from "../../../src/base/assets/routes/assets.ts";
import { robotMissionRoutes } from "../../../src/robots/routes/robot-missions.ts";
import { robotRunRoutes } from "../../../src/robots/routes/robot-runs.ts";
import type { Missions } from "../../../src/robots/missions/module.ts";
import type { TaskRunService } from "../../../src/robots/tasks/task-run-service.ts";
import { baseRoutes, type BaseRouteParts } from "../../../src/base/routes/base-routes.ts";
import { whepRoutes } from "../../../src/cameras/restream/routes/whep.ts";
import type { WhepSessions } from "../../../src/cameras/restream/whep-sessions.ts";
import type { Route } from "../../../src/http/route.ts";
import type { HttpServices } from "../../../src/http/services.ts";
import type { Avatars } from "../../../src/media/avatars.ts";
import type { BrandService } from "../../../src/media/brands/brand-service.ts";
import { brandRoutes } from "../../../src/media/brands/routes/brands.ts";
import { avatarRoutes } from "../../../src/media/routes/avatars.ts";
import type { Escalation } from "../../../src/notifications/escalation/escalation.ts";
import { escalationRoutes } from "../../../src/notifications/escalation/routes/escalation.ts";
import type { Push } from "../../../src/notifications/push/push.ts";
import { pushRoutes } from "../../../src/notifications/push/routes/push.ts";
import { webhookDeliveryRoutes } from "../../../src/notifications/webhooks/routes/webhook-deliveries.ts";
import { webhookRoutes } from "../../../src/notifications/webhooks/routes/webhooks.ts";
import type { Webhooks } from "../../../src/notifications/webhooks/webhooks.ts";
import {
  type PerceptionRouteParts,
  perceptionRoutes,
} from "../../../src/perception/routes/perception-routes.ts";
import {
  allRobotRoutes,
  type RobotRouteParts,
} from "../../../src/robots/routes/all-robot-routes.ts";
import {
  allSystemRoutes,
  type SystemRouteParts,
} from "../../../src/system/routes/all-system-routes.ts";
import { type EgressList, egressRoutes } from "../../../src/uplink/routes/egress.ts";
import { type VoiceRouteParts, voiceRoutes } from "../../../src/voice/routes/voice-routes.ts";

/** What the routes of every module need. */
export interface RigRouteParts
  extends BaseRouteParts, PerceptionRouteParts, RobotRouteParts, SystemRouteParts {
  voice: Omit<VoiceRouteParts, "clock" | "log">;
  log: VoiceRouteParts["log"];
  runs: TaskRunService;
  missions: Missions;
  files: SignedFiles;
  rules: Rules;
  workflows: WorkflowService;
  egress: EgressList;
  brands: BrandService;
  avatars: Avatars;
  webhooks: Webhooks;
  push: Push;
  escalation: Escalation;
  whep: WhepSessions;
}

/** The routes of all modules. */
export function rigRoutes(parts: RigRouteParts, http: HttpServices): Route[] {
  const { clock, log } = parts;
  return [
    ...baseRoutes(parts, http),
    ...perceptionRoutes(parts, http),
    ...allRobotRoutes(parts, http),
    ...robotRunRoutes(parts.runs, parts.jobs),
    ...robotMissionRoutes(parts.missions),
    ...assetRoutes(parts.files),
    ...ruleRoutes(parts.rules),
    ...runRoutes(parts.workflows, clock),
    ...voiceRoutes({ ...parts.voice, clock, log }, http),
    ...egressRoutes(parts.egress),
    ...brandRoutes(parts.brands, parts.jobs),
    ...avatarRoutes(parts.avatars),
    ...webhookRoutes(parts.webhooks),
    ...webhookDeliveryRoutes(parts.webhooks),
    ...pushRoutes(parts.push),
    ...escalationRoutes(parts.escalation),
    ...whepRoutes(parts.whep, http),
    ...allSystemRoutes(parts),
  ];
}
