import { fail } from "./fail.ts";
import type { Scope } from "./scopes.ts";

/** The channel of a request that a program sends for a language model: MCP. */
export type AgentChannel = "mcp";

/** The fields of a caller that say what an agent may move. */
export interface AgentCaller {
  scopes: readonly Scope[];
  /** Set for agents; the API's other callers have none. */
  via?: AgentChannel | undefined;
}

/**
 * True for an agent whose key may not confirm movements: its plans wait for a person, and it sends no command that moves a
 * robot. Text from outside can mislead an agent, so `robots:command` alone is not enough for one.
 */
export function needsConfirmation({ via, scopes }: AgentCaller): boolean {
  return via !== undefined && !scopes.includes("robots:confirm");
}

/** Refuses an agent of `needsConfirmation` with `insufficient_scope`; `param` names the field that moves a robot. */
export function assertMayConfirm(caller: AgentCaller, param: string): void {
  if (!needsConfirmation(caller)) return;
  throw fail(
    "insufficient_scope",
    `${param}: moves a robot, and this agent's key may not confirm that. Start a run, which a person confirms, or use a key with robots:confirm`,
    { param, details: [{ path: param, rule: "scope", message: "robots:confirm" }] },
  );
}
