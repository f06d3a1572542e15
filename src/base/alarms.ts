import type { BoxAlarm } from "./contract/box-alarms.ts";

import type { StoreTrouble } from "./core/store.ts";

/** The state of the store and of the files beside it, from which its alarms follow. */
export interface StoreCondition {
  /** The reason why the store refuses writes; null while it accepts them. */
  trouble: StoreTrouble | null;
  /** `StoreCopy.describe`. */
  copy: { state: string; problem: string | null };
  /** `LmdbStore.repair`. */
  repair: { problem: string; source: string; aside: string } | null;
  /** `Assets.unnamed`. */
  unnamedFiles: { count: number; list: string } | null;
  /** Entries that the audit log has lost. */
  auditLost: number;
}

const troubleCodes = {
  full: "storage_full",
  stalled: "store_stalled",
  unwritable: "store_unwritable",
} as const;

/** Alarms of the store, its files and the audit log. */
export function storeAlarms(condition: StoreCondition): BoxAlarm[] {
  const { trouble, unnamedFiles, auditLost } = condition;
  const alarms: BoxAlarm[] = [];
  if (trouble) {
    const { state, reason } = trouble;
    alarms.push({ code: troubleCodes[state], severity: "critical", message: reason });
  }
  const risks = risksOf(condition);
  if (risks.length > 0) {
    const message = `${risks.join(". ")}. Make a backup now, and check the disk`;
    alarms.push({ code: "store_at_risk", severity: "critical", message });
  }
  if (unnamedFiles) {
    const { count, list } = unnamedFiles;
    const message = `${count} files have no record in the store, and the box keeps them. Restore the backup that has their records, or remove the files that ${list} lists`;
    alarms.push({ code: "files_unnamed", severity: "warning", message });
  }
  if (auditLost > 0) {
    const message = `The box could not write ${auditLost} entries of the audit log. Check the disk`;
    alarms.push({ code: "audit_lost", severity: "warning", message });
  }
  return alarms;
}

function risksOf({ copy, repair }: StoreCondition): string[] {
  const risks: string[] = [];
  if (copy.state === "unsound") {
    risks.push(
      `The box found a copy of the store damaged (${copy.problem}). The store itself may be damaged too`,
    );
  }
  if (repair) {
    const { problem, source, aside } = repair;
    risks.push(
      `At this start the box repaired the store (${problem}) from ${source}. ${aside} has the bytes from before the repair`,
    );
  }
  return risks;
}
