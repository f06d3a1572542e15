import { Command } from "commander";
import packageJson from "../../package.json" with { type: "json" };
import { addAlarmsCommand } from "./commands/alarms.ts";
import { addAuditCommand } from "./commands/audit.ts";
import { addBackupCommand } from "./commands/backup.ts";
import { addCapacityCommand } from "./daily/capacity.ts";
import { addCamerasCommand } from "./commands/cameras.ts";
import { addConfigCommand } from "./commands/config.ts";
import { addDoctorCommand } from "./commands/doctor.ts";
import { addEgressCommand } from "./commands/egress.ts";
import { addIncidentsCommand } from "./commands/incidents.ts";
import { addImportCommand } from "./commands/import.ts";
import { addKeysCommand } from "./commands/keys.ts";
import { addMcpCommand } from "./commands/mcp.ts";
import { addPeopleCommand } from "./commands/people.ts";
import { addOrgsCommand } from "./commands/orgs.ts";
import { addModelsCommand } from "./commands/models.ts";
import { addPoliciesCommand } from "./commands/policies.ts";
import { addMigrateCommand } from "./commands/migrate.ts";
import { addCompletionCommand } from "./daily/completion.ts";
import { addEventsCommand } from "./daily/events.ts";
import { addLogsCommand } from "./daily/logs.ts";
import { addTryCommand } from "./daily/try-camera.ts";
import { addRestoreCommand } from "./commands/restore.ts";
import { addDemoCommand, addServeCommand } from "./commands/serve.ts";
import { addSafeModeCommand } from "./commands/safe-mode.ts";
import { addSelftestCommand } from "./commands/selftest.ts";
import { addRescueCodeCommand, addSetupCodeCommand } from "./commands/codes.ts";
import { addStatusCommand } from "./commands/status.ts";
import { addSupportCommand } from "./commands/support.ts";
import { addTlsCommand } from "./commands/tls.ts";
import { addUpgradeCommand } from "./commands/upgrade.ts";

/**
 * Makes the tree of commands of `gatehouse`, and does nothing else. Commands copy `exitOverride` of their parent when
 * they are made, so that no library ends the process.
 */
export function programOf(): Command {
  const program = new Command("gatehouse")
    .description("Edge appliance runtime for on-premises cameras and robots")
    .version(packageJson.version)
    .showHelpAfterError()
    .exitOverride();
  addServeCommand(program);
  addDemoCommand(program);
  addIncidentsCommand(program);
  addKeysCommand(program);
  addSetupCodeCommand(program);
  addRescueCodeCommand(program);
  addOrgsCommand(program);
  addPeopleCommand(program);
  addAuditCommand(program);
  addEgressCommand(program);
  addConfigCommand(program);
  addModelsCommand(program);
  addPoliciesCommand(program);
  addCamerasCommand(program);
  addImportCommand(program);
  addMcpCommand(program);
  addAlarmsCommand(program);
  addSafeModeCommand(program);
  addStatusCommand(program);
  addLogsCommand(program);
  addEventsCommand(program);
  addTryCommand(program);
  addSelftestCommand(program);
  addCapacityCommand(program);
  addTlsCommand(program);
  addBackupCommand(program);
  addRestoreCommand(program);
  addMigrateCommand(program);
  addDoctorCommand(program);
  addSupportCommand(program);
  addUpgradeCommand(program);
  addCompletionCommand(program);
  return program;
}
