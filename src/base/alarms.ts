import type { BoxAlarmWire } from "../system/machine/wire/box-alarms.ts";
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
export function storeAlarms(condition: StoreCondition): BoxAlarmWire[] {
  const { trouble, unnamedFiles, auditLost } = condition;
  const alarms: BoxAlarmWire[] = [];
  if (trouble) {
    const { state, reason } = trouble;
    alarms.push({ code: troubleCodes[state], severity: "critical", message: reason });
  }
  const risks = risksOf(condition);
  if (risks.length > 0) {
    const message = `${risks.join(". ")}. Make a backup and look at the disk`;
    alarms.push({ code: "store_at_risk", severity: "critical", message });
  }
  if (unnamedFiles) {
    const { count, list } = unnamedFiles;
    const message = `${count} files have no record in the store and are kept: restore the backup that names them, or remove those listed in ${list}`;
    alarms.push({ code: "files_unnamed", severity: "warning", message });
  }
  if (auditLost > 0) {
    const message = `${auditLost} entries of the audit log could not be written: look at the disk`;
    alarms.push({ code: "audit_lost", severity: "warning", message });
  }
  return alarms;
}

function risksOf({ copy, repair }: StoreCondition): string[] {
  const risks: string[] = [];
  if (copy.state === "unsound") {
    risks.push(`A copy of the store was found damaged (${copy.problem}): the store may be, too`);
  }
  if (repair) {
    const { problem, source, aside } = repair;
    risks.push(
      `This start repaired the store (${problem}) from ${source}; ${aside} has the former bytes`,
    );
  }
  return risks;
}
