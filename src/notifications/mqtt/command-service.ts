import { errorCodes, type HttpErrorCode } from "../../base/contract/error-codes.ts";
import { fail } from "../../base/contract/fail.ts";
import { type BusAnswer, type BusCamera, busTopics } from "./wire/mqtt.ts";
import type { IncidentWire } from "../../perception/wire/incident.ts";
import type { ModeRequest } from "../../perception/policies/mode-document.ts";
import type { ModeWire } from "../../perception/wire/policy-answers.ts";
import type { StreamPatch } from "../../perception/settings/stream-document.ts";
import type { StreamWire } from "../../perception/wire/surveillance-answers.ts";
import type { RobotCommandRequest, RobotLeaseRequest } from "../../robots/wire/robot.ts";
import type {
  LeaseWire,
  RobotCommandWire,
  RobotStopWire,
} from "../../robots/wire/robot-answers.ts";
import type { Scope } from "../../base/contract/scopes.ts";
import type { Clock } from "../../base/core/clock.ts";
import { describeError, GatehouseError } from "../../base/core/errors.ts";
import { newRequestId } from "../../base/core/ids.ts";
import type { Logger } from "../../base/core/logger.ts";
import { InputCheck } from "../../base/jobs/inputs/input-check.ts";
import type { ApiKeys } from "../../base/keys/api-keys.ts";
import type { AuditLog } from "../../base/keys/audit-log.ts";
import type { RobotCaller, RobotService } from "../../robots/fleet/robot-service.ts";
import type { BusCommand, BusLink } from "./bus-port.ts";
import { mqttLimits } from "./mqtt-terms.ts";

/** Incidents for commands; undefined for an unknown one. */
interface Incidents {
  acknowledge(org: string, id: string, keyId: string): Promise<IncidentWire | undefined>;
  resolve(org: string, id: string, keyId: string): Promise<IncidentWire | undefined>;
}

/** The parts of `CommandService`. */
export interface CommandServiceParts {
  org: string;
  /** Id of the API key whose scopes and validity apply to every command. */
  keyId: string;
  /** The box's own base topic. */
  base: string;
  keys: Pick<ApiKeys, "get" | "admit">;
  audit: Pick<AuditLog, "add">;
  incidents: Incidents;
  streams: {
    patch(
      org: string,
      id: string,
      change: StreamPatch,
    ): Promise<Pick<StreamWire, "recording"> | undefined>;
  };
  modes: { set(org: string, request: ModeRequest, keyId: string): Promise<ModeWire> };
  robots: Pick<RobotService, "command" | "stop" | "takeLease" | "releaseLease">;
  link: Pick<BusLink, "send">;
  clock: Clock;
  log: Logger;
}

/** The caller, target and body of a command. */
interface CommandRequest {
  caller: RobotCaller;
  id: string;
  body: unknown;
}

/** The answer of the API to the same request. */
type CommandResult =
  | IncidentWire
  | ModeWire
  | RobotCommandWire
  | RobotStopWire
  | LeaseWire
  | { stream_id: string; recording: StreamWire["recording"] }
  | { robot_id: string; released: boolean };

interface Action {
  scope: Scope;
  run(parts: CommandServiceParts, request: CommandRequest): Promise<CommandResult | undefined>;
}

/** Actions by the topic's pattern in `busTopics`. */
const actions: Readonly<Record<string, Action>> = {
  "commands/incidents/<incident_id>/acknowledge": {
    scope: "surveillance:write",
    run: ({ incidents }, { caller, id }) => incidents.acknowledge(caller.org, id, caller.keyId),
  },
  "commands/incidents/<incident_id>/resolve": {
    scope: "surveillance:write",
    run: ({ incidents }, { caller, id }) => incidents.resolve(caller.org, id, caller.keyId),
  },
  "commands/cameras/<stream_id>/recording": {
    scope: "surveillance:write",
    async run({ streams }, { caller, id, body }) {
      const { mode } = body as { mode: BusCamera["recording"] };
      const stream = await streams.patch(caller.org, id, { recording: { mode } });
      return stream && { stream_id: id, recording: stream.recording };
    },
  },
  "commands/mode": {
    scope: "surveillance:write",
    run: ({ modes }, { caller, body }) => modes.set(caller.org, body as ModeRequest, caller.keyId),
  },
  "commands/robots/<robot_id>/command": {
    scope: "robots:command",
    run: ({ robots }, { caller, id, body }) =>
      robots.command(caller, id, { request: body as RobotCommandRequest }),
  },
  "commands/robots/<robot_id>/stop": {
    scope: "robots:command",
    run: ({ robots }, { caller, id, body }) =>
      robots.stop(caller, id, (body as { reason?: string }).reason ?? null),
  },
  "commands/robots/<robot_id>/lease": {
    scope: "robots:command",
    run: ({ robots }, { caller, id, body }) =>
      robots.takeLease(caller, id, body as RobotLeaseRequest),
  },
  "commands/robots/<robot_id>/release": {
    scope: "robots:command",
    async run({ robots }, { caller, id }) {
      const released = await robots.releaseLease(caller, id);
      return released === undefined ? undefined : { robot_id: id, released };
    },
  },
};

/**
 * Executes commands from the bus. A command must be fresh, well-formed and within the scopes of the
 * configured key; then it takes the path of the API's request, is audited, and answered.
 */
export class CommandService {
  readonly #parts: CommandServiceParts;
  readonly #check = new InputCheck();
  readonly #running = new Set<Promise<void>>();
  #minute = { number: 0, begun: 0 };
  #done = 0;
  #refused = 0;

  constructor(parts: CommandServiceParts) {
    this.#parts = parts;
  }

  counts(): { done: number; refused: number } {
    return { done: this.#done, refused: this.#refused };
  }

  /** Begins commands in the order of arrival. */
  take(message: BusCommand): void {
    const work = this.#handle(message).finally(() => this.#running.delete(work));
    this.#running.add(work);
  }

  /** Resolves when no command is running. */
  async stop(): Promise<void> {
    await Promise.all(this.#running);
  }

  async #handle(message: BusCommand): Promise<void> {
    const requestId = newRequestId();
    const about = { request_id: requestId, topic: message.topic };
    let answer: BusAnswer;
    try {
      const data = await this.#run(message, requestId);
      answer = { ok: true, ...about, data };
      this.#done += 1;
    } catch (error) {
      answer = { ok: false, ...about, error: this.#errorOf(error, requestId) };
      this.#refused += 1;
    }
    await this.#audit(answer);
    await this.#answer(message, answer);
  }

  async #run(message: BusCommand, requestId: string): Promise<CommandResult> {
    // The server never refuses a stop for load.
    if (!message.topic.endsWith("/stop")) this.#count();
    if (message.isRetained) {
      throw fail(
        "retained_command",
        "The command is retained: nobody knows when it was meant. Send it without retain",
      );
    }
    const { action, id, body } = this.#read(message);
    const { keys, keyId, org } = this.#parts;
    const key = keys.get(keyId);
    if (!key || key.org !== org) {
      throw fail(
        "invalid_api_key",
        "mqtt.command_key: the organisation has no such key. Set one of its keys",
      );
    }
    if (!keys.admit(key).scopes.includes(action.scope)) {
      throw fail(
        "insufficient_scope",
        `mqtt.command_key: lacks the scope ${action.scope}. Use a key with this scope`,
      );
    }
    // Any client that can write to the broker may send it: never the rank of a person at the site.
    const caller: RobotCaller = { org, keyId, priority: "remote_operator", requestId };
    const done = await action.run(this.#parts, { caller, id, body });
    if (!done) throw fail("not_found", `topic: there is no ${id}. Correct the id`);
    return done;
  }

  #read({ topic, payload }: BusCommand): { action: Action; id: string; body: unknown } {
    const steps = topic.slice(this.#parts.base.length + 1).split("/");
    for (const row of busTopics) {
      const action = actions[row.topic];
      const pattern = row.topic.split("/");
      if (!action || !row.payload || pattern.length !== steps.length) continue;
      const at = pattern.findIndex((step) => step.startsWith("<"));
      if (!pattern.every((step, n) => n === at || step === steps[n])) continue;
      const body = readJson(payload);
      this.#check.check(row.payload, body);
      return { action, id: at < 0 ? "" : idOf(pattern[at]!, steps[at]!), body };
    }
    throw fail("not_found", "topic: no command has it. See the table of topics");
  }

  #count(): void {
    const number = Math.floor(this.#parts.clock.monoMs() / 60_000);
    if (number !== this.#minute.number) this.#minute = { number, begun: 0 };
    if (this.#running.size >= mqttLimits.commandsAtOnce) {
      throw fail("overloaded", "commands: too many are under way. Wait for their answers");
    }
    if (this.#minute.begun >= mqttLimits.commandsPerMinute) {
      throw fail("rate_limited", "commands: too many came in this minute. Send fewer", {
        retryAfterSec: 60,
      });
    }
    this.#minute.begun += 1;
  }

  #errorOf(error: unknown, requestId: string): NonNullable<BusAnswer["error"]> {
    const coded = GatehouseError.find(error);
    if (!coded || !(coded.code in errorCodes)) {
      this.#parts.log.error({ requestId, error: describeError(error) }, "an MQTT command failed");
    }
    if (!coded) return { code: "internal_error", message: "A fault of the box" };
    const { code, message, param, details } = coded;
    return {
      code,
      message,
      ...(param === undefined ? {} : { param }),
      ...(details ? { details: [...details] } : {}),
    };
  }

  async #audit({ topic, request_id: requestId, error }: BusAnswer): Promise<void> {
    const { audit, org, keyId, base } = this.#parts;
    const code = error?.code ?? null;
    // A flood must not push out entries about changes.
    if (code === "rate_limited" || code === "overloaded") return;
    const status = code === null ? 200 : (errorCodes[code as HttpErrorCode]?.status ?? 500);
    await audit.add({
      org,
      actor: { kind: "key", key_id: keyId },
      address: null,
      action: `MQTT ${topic.slice(base.length + 1)}`,
      outcome: { status, code },
      requestId,
    });
  }

  async #answer({ responseTopic, correlation }: BusCommand, answer: BusAnswer): Promise<void> {
    const { link, base } = this.#parts;
    const own = `${base}/answers`;
    const isOther = responseTopic !== undefined && isAnswerTopic(responseTopic, base);
    await link.send({
      topic: isOther ? responseTopic : own,
      payload: JSON.stringify(answer),
      qos: 1,
      isRetained: false,
      ...(correlation ? { correlation } : {}),
    });
  }
}

/**
 * True when an answer may go to the topic: not one that the box itself writes or reads, nor the
 * broker's own.
 */
function isAnswerTopic(topic: string, base: string): boolean {
  if (topic === "" || topic.length > mqttLimits.responseTopicLength) return false;
  if (/[+#\0]/.test(topic) || topic.startsWith("$")) return false;
  return !`${topic}/`.startsWith(`${base}/`) || topic.startsWith(`${base}/answers/`);
}

function readJson(payload: Uint8Array): unknown {
  if (payload.length > mqttLimits.commandBytes) {
    throw fail(
      "request_too_large",
      `command: is too large. Send at most ${mqttLimits.commandBytes} bytes`,
    );
  }
  if (payload.length === 0) return {};
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(payload));
  } catch (error) {
    throw fail("invalid_json", "command: is not JSON. Send a JSON object", { cause: error });
  }
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const plainId = /^[A-Za-z0-9._:-]{1,128}$/;

function idOf(placeholder: string, id: string): string {
  const isGood = (placeholder === "<incident_id>" ? uuid : plainId).test(id);
  if (!isGood)
    throw fail("not_found", "topic: there is no such incident, camera or robot. Correct the id");
  return placeholder === "<incident_id>" ? id.toLowerCase() : id;
}
