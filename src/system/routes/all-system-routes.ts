import type { Route } from "../../http/route.ts";
import { type BackupRouteParts, backupRoutes } from "./backups.ts";
import { capacityRoutes } from "./capacity.ts";
import { configurationRoutes } from "./configuration.ts";
import { doctorRoutes } from "./doctor.ts";
import { livenessRoutes, type Readiness } from "./liveness.ts";
import { metricsRoutes, type MetricsText } from "./metrics.ts";
import { safeModeRoutes } from "./safe-mode.ts";
import { type SystemDescription, systemRoutes } from "./system.ts";
import { type UpgradeRouteParts, upgradeRoutes } from "./upgrade.ts";

/** The parts of the system's routes. */
export interface SystemRouteParts {
  readiness: Readiness;
  safeMode: Parameters<typeof safeModeRoutes>[0];
  metrics: MetricsText;
  /** True when programs on the machine itself may read `/metrics` without a key. */
  metricsOnLoopback: boolean;
  system: SystemDescription;
  doctor: Parameters<typeof doctorRoutes>[0];
  capacity: Parameters<typeof capacityRoutes>[0];
  configuration: Parameters<typeof configurationRoutes>[0];
  siteFile: Parameters<typeof configurationRoutes>[1];
  backups: BackupRouteParts;
  upgrade: UpgradeRouteParts;
}

/** Routes of health, safe mode, metrics, the box's description, doctor and configuration. */
export function allSystemRoutes(parts: SystemRouteParts): Route[] {
  return [
    ...livenessRoutes(parts.readiness),
    ...safeModeRoutes(parts.safeMode),
    ...metricsRoutes(parts.metrics, parts.metricsOnLoopback),
    ...systemRoutes(parts.system),
    ...doctorRoutes(parts.doctor),
    ...capacityRoutes(parts.capacity),
    ...configurationRoutes(parts.configuration, parts.siteFile),
    ...backupRoutes(parts.backups),
    ...upgradeRoutes(parts.upgrade),
  ];
}
