import { Type } from "typebox";
import { listOf, oneOfValues } from "../../base/contract/answers.ts";
import { fail } from "../../base/contract/fail.ts";
import { removedVoiceAgentAnswer, voiceAgentAnswer, voiceAnswer } from "../wire/voice-answers.ts";
import { voiceAgentCreateSchema, voiceAgentPatchSchema } from "../agent-document.ts";
import type { VoiceAgent } from "../agent-record.ts";
import type { VoiceAgents } from "../agents.ts";
import type { ListedVoice } from "../provider-port.ts";
import { agentWire, voiceWire } from "../voice-wire.ts";
import { type Answer, listAnswer } from "../../http/answers/envelope-wire.ts";
import {
  closedObject,
  pageOf,
  pageParameters,
  sliceById,
  sliceOf,
  uuidParameter,
} from "../../http/queries.ts";
import { type Route, route } from "../../http/route.ts";

const base = "/api/v1/voice/agents";
const params = closedObject({ agent_id: uuidParameter });

/** The parts of the routes of voice agents. */
export interface AgentRouteParts {
  agents: VoiceAgents;
  /** Voices of the box and of the configured providers. */
  voices(): Promise<readonly ListedVoice[]>;
}

/** Voice agents, and the available voices (contract section 4.13). */
export function voiceAgentRoutes(voice: AgentRouteParts): Route[] {
  return [create(voice), list(voice), one(voice), patch(voice), remove(voice), voices(voice)];
}

function create({ agents }: AgentRouteParts): Route {
  return route({
    method: "POST",
    path: base,
    summary: "Create a voice agent",
    tag: "voice",
    access: "voice:write",
    isTool: true,
    body: voiceAgentCreateSchema,
    replayable: true,
    answers: { 201: { description: "The agent", schema: voiceAgentAnswer } },
    errors: ["conflict"],
    async handle({ caller, body, reply }, keep) {
      reply.code(201);
      const agent = await agents.create(caller.org, body, (tx, stored) =>
        keep(tx, agentAnswer(stored)),
      );
      return agentAnswer(agent);
    },
  });
}

function list({ agents }: AgentRouteParts): Route {
  return route({
    method: "GET",
    path: base,
    summary: "List voice agents, oldest first",
    tag: "voice",
    access: "voice:read",
    isTool: true,
    query: closedObject(pageParameters),
    answers: { 200: { description: "A page of agents", schema: listOf(voiceAgentAnswer) } },
    handle: ({ caller, query }) =>
      listAnswer(sliceById(agents.list(caller.org).map(agentWire), pageOf(query))),
  });
}

function one({ agents }: AgentRouteParts): Route {
  return route({
    method: "GET",
    path: `${base}/:agent_id`,
    summary: "Get one voice agent",
    tag: "voice",
    access: "voice:read",
    isTool: true,
    params,
    answers: { 200: { description: "The agent", schema: voiceAgentAnswer } },
    handle: ({ caller, params: { agent_id: id } }) => agentAnswer(agents.get(caller.org, id)),
  });
}

function patch({ agents }: AgentRouteParts): Route {
  return route({
    method: "PATCH",
    path: `${base}/:agent_id`,
    summary: "Change a voice agent; null removes an optional field",
    tag: "voice",
    access: "voice:write",
    isTool: true,
    params,
    body: voiceAgentPatchSchema,
    replayable: true,
    answers: { 200: { description: "The agent", schema: voiceAgentAnswer } },
    handle: async ({ caller, params: { agent_id: id }, body }) =>
      agentAnswer(await agents.patch(caller.org, id, body)),
  });
}

function remove({ agents }: AgentRouteParts): Route {
  return route({
    method: "DELETE",
    path: `${base}/:agent_id`,
    summary: "Delete a voice agent; its sessions continue",
    tag: "voice",
    access: "voice:write",
    isTool: true,
    params,
    replayable: true,
    answers: { 200: { description: "The deleted object", schema: removedVoiceAgentAnswer } },
    async handle({ caller, params: { agent_id: id } }) {
      if (!(await agents.remove(caller.org, id))) throw unknownAgent();
      const data = { id, object: "voice.agent", deleted: true };
      return { object: "voice.agent", status: "deleted", data };
    },
  });
}

function voices(voice: AgentRouteParts): Route {
  return route({
    method: "GET",
    path: "/api/v1/voice/voices",
    summary: "List voices of the box and of the configured providers",
    tag: "voice",
    access: "voice:read",
    isTool: true,
    query: closedObject({
      ...pageParameters,
      source: Type.Optional(
        oneOfValues(["box", "openai", "elevenlabs"], "Voices of this source only"),
      ),
      language: Type.Optional(
        Type.String({ minLength: 2, maxLength: 35, description: "Voices with this language only" }),
      ),
    }),
    answers: { 200: { description: "A page of voices", schema: listOf(voiceAnswer) } },
    async handle({ query }) {
      const { source, language } = query;
      const all = (await voice.voices()).filter(
        (each) =>
          (source === undefined || each.source === source) &&
          (language === undefined || each.languages.includes(language.toLowerCase())),
      );
      const page = sliceOf(
        all.map((each) => ({ name: each.id, each })),
        pageOf(query),
      );
      return listAnswer({ ...page, items: page.items.map(({ each }) => voiceWire(each)) });
    },
  });
}

function agentAnswer(found: VoiceAgent | undefined): Answer {
  if (!found) throw unknownAgent();
  const agent = agentWire(found);
  return {
    object: "voice.agent",
    status: "active",
    createdAt: agent.created_at,
    data: agent,
  };
}

function unknownAgent() {
  return fail("not_found", "agent_id: there is no such voice agent. List the agents");
}
