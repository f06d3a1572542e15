import type { TSchema } from "typebox";
import { errorCodes, type HttpErrorCode } from "../../base/contract/error-codes.ts";
import { fail } from "../../base/contract/fail.ts";
import { answerMessage } from "./command-answer-wire.ts";
import type { CommandError, CommandOutcome } from "./command-outcome.ts";
import type { Scope } from "../../base/contract/scopes.ts";
import type { Clock } from "../../base/core/clock.ts";
import { describeError, GatehouseError } from "../../base/core/errors.ts";
import { newRequestId } from "../../base/core/ids.ts";
import type { Logger } from "../../base/core/logger.ts";
import { InputCheck } from "../../base/jobs/inputs/input-check.ts";
import type { ApiKeys } from "../../base/keys/api-keys.ts";
import type { AuditLog } from "../../base/keys/audit-log.ts";
import type { RobotCaller } from "../../robots/fleet/robot-service.ts";
import type { BusCommand, BusLink } from "./bus-port.ts";
import { mqttLimits } from "./mqtt-terms.ts";

/** The caller, target and body of a command. */
export interface CommandRequest {
  caller: RobotCaller;
  /** Id of the incident, the camera or the robot; empty for a command without one. */
  id: string;
  /** Checked against the schema of the action. */
  body: unknown;
}

/** An action of the bus. */
export interface CommandAction {
  /** Topic below the base topic, with `<placeholders>`. */
  topic: string;
  /** Schema of the message. */
  payload: TSchema;
  scope: Scope;
  /** Resolves with the answer of the API to the same request; undefined for an unknown id. */
  run(request: CommandRequest): Promise<object | undefined>;
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
  actions: readonly CommandAction[];
  link: Pick<BusLink, "send">;
  clock: Clock;
  log: Logger;
}

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
    const about = { requestId, topic: message.topic };
    let outcome: CommandOutcome;
    try {
      const data = await this.#run(message, requestId);
      outcome = { ...about, data };
      this.#done += 1;
    } catch (error) {
      outcome = { ...about, error: this.#errorOf(error, requestId) };
      this.#refused += 1;
    }
    await this.#audit(outcome);
    await this.#answer(message, outcome);
  }

  async #run(message: BusCommand, requestId: string): Promise<object> {
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
    const done = await action.run({ caller, id, body });
    if (!done) throw fail("not_found", `topic: there is no ${id}. Correct the id`);
    return done;
  }

  #read({ topic, payload }: BusCommand): { action: CommandAction; id: string; body: unknown } {
    const steps = topic.slice(this.#parts.base.length + 1).split("/");
    for (const action of this.#parts.actions) {
      const pattern = action.topic.split("/");
      if (pattern.length !== steps.length) continue;
      const at = pattern.findIndex((step) => step.startsWith("<"));
      if (!pattern.every((step, n) => n === at || step === steps[n])) continue;
      const body = readJson(payload);
      this.#check.check(action.payload, body);
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

  #errorOf(error: unknown, requestId: string): CommandError {
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
      ...(details ? { details } : {}),
    };
  }

  async #audit({ topic, requestId, error }: CommandOutcome): Promise<void> {
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

  async #answer(
    { responseTopic, correlation }: BusCommand,
    outcome: CommandOutcome,
  ): Promise<void> {
    const { link, base } = this.#parts;
    const own = `${base}/answers`;
    const isOther = responseTopic !== undefined && isAnswerTopic(responseTopic, base);
    await link.send({
      topic: isOther ? responseTopic : own,
      payload: answerMessage(outcome),
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
