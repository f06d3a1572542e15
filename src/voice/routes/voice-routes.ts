import type { Clock } from "../../base/core/clock.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { Route } from "../../http/route.ts";
import type { HttpServices } from "../../http/services.ts";
import type { VoiceSessions } from "../sessions.ts";
import { type AgentRouteParts, voiceAgentRoutes } from "./voice-agents.ts";
import { voiceEventRoutes } from "./voice-events.ts";
import { voiceSessionRoutes } from "./voice-sessions.ts";

/** The parts of the routes of voice. */
export interface VoiceRouteParts extends AgentRouteParts {
  sessions: Pick<VoiceSessions, "create" | "list" | "get" | "complete" | "receive">;
  clock: Clock;
  log: Logger;
}

/** Voice agents, sessions, and the events of providers. */
export function voiceRoutes(parts: VoiceRouteParts, http: HttpServices): Route[] {
  return [
    ...voiceAgentRoutes(parts),
    ...voiceSessionRoutes(parts.sessions),
    ...voiceEventRoutes({ ...parts, limiter: http.limiter }),
  ];
}
