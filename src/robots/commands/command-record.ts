import type { RobotCommandBody } from "../driver/command-document.ts";
import type { StoreKey, StoreReader, StoreTransaction } from "../../base/core/store.ts";
import type { Holder } from "./lease.ts";
import type { CommandState } from "../robot-terms.ts";

/** A command that a caller wants sent. */
export interface CommandOrder {
  command: RobotCommandBody;
  /** Seconds after which it is no longer sent. */
  ttlSec?: number;
  reason?: string;
}

/** A command as stored; plain data. */
export interface CommandRecord {
  v: 1;
  id: string;
  org: string;
  robotId: string;
  body: RobotCommandBody;
  state: CommandState;
  /** A code first, then words; null for nothing to say. */
  reason: string | null;
  holder: Holder;
  requestId: string;
  /** The caller's reason. */
  why: string | null;
  createdAtMs: number;
  sentAtMs: number | null;
  endedAtMs: number | null;
  /** Bounds that may not hold on its way, in words; absent in records of earlier versions. */
  warnings?: string[];
}

/** Commands kept of one robot; the oldest go first. */
const keptPerRobot = 1000;

const commandsOf = (org: string, robotId: string): StoreKey => [org, "robot-command", robotId];
const openOf = (org: string, robotId: string): StoreKey => [org, "robot-open", robotId];

/** True when a command in this state has ended. */
export function isOver(state: CommandState): boolean {
  return state !== "accepted" && state !== "executing";
}

/** Stores the command, and lists it as open until it ends. */
export function putCommand(tx: StoreTransaction, command: CommandRecord): void {
  const { org, robotId, id, state } = command;
  tx.put([...commandsOf(org, robotId), id], command);
  if (isOver(state)) tx.remove([...openOf(org, robotId), id]);
  else tx.put([...openOf(org, robotId), id], 1);
}

/** Returns the command, or undefined. */
export function getCommand(
  store: StoreReader,
  org: string,
  at: { robotId: string; id: string },
): CommandRecord | undefined {
  return store.get<CommandRecord>([...commandsOf(org, at.robotId), at.id.toLowerCase()]);
}

/** The robot's commands, newest first. */
export function listCommands(store: StoreReader, org: string, robotId: string): CommandRecord[] {
  return store
    .range<CommandRecord>({ prefix: commandsOf(org, robotId), reverse: true, limit: keptPerRobot })
    .map(({ value }) => value);
}

/** Returns commands without a recorded end, oldest first. */
export function openCommands(store: StoreReader, org: string, robotId: string): CommandRecord[] {
  return store
    .range({ prefix: openOf(org, robotId) })
    .map(({ key }) => getCommand(store, org, { robotId, id: key.at(-1) as string }))
    .filter((command) => command !== undefined);
}

/** Returns keys of the robot's oldest ended commands beyond the limit; at most one transaction's worth. */
export function surplusCommands(store: StoreReader, org: string, robotId: string): StoreKey[] {
  const surplus = store.count(commandsOf(org, robotId)) - keptPerRobot;
  if (surplus <= 0) return [];
  return store
    .range<CommandRecord>({ prefix: commandsOf(org, robotId), limit: Math.min(surplus, 80) })
    .filter(({ value }) => isOver(value.state))
    .map(({ key }) => key);
}

/** Returns keys of the robot's stored commands; at most one transaction's worth. */
export function keptCommands(store: StoreReader, org: string, robotId: string): StoreKey[] {
  const prefixes = [commandsOf(org, robotId), openOf(org, robotId)];
  return prefixes.flatMap((prefix) => store.range({ prefix, limit: 40 }).map(({ key }) => key));
}
