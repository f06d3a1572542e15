import type { VoiceAgentCreate } from "./agent-document.ts";

/** An agent as stored; plain data. */
export interface VoiceAgent {
  v: 1;
  id: string;
  org: string;
  request: VoiceAgentCreate;
  createdAtMs: number;
  updatedAtMs: number;
}
