import { listOf } from "../../base/contract/answers.ts";
import { robotIdSchema } from "../driver/command-document.ts";
import { robotCommandRequestSchema, robotStopSchema } from "../wire/robot.ts";
import { robotCommandAnswer, robotStopAnswer } from "../wire/robot-answers.ts";
import { assertMayConfirm } from "../../base/contract/agents.ts";
import { fail } from "../../base/contract/fail.ts";
import type { Idempotency } from "../../base/jobs/idempotency.ts";
import type { ApiKeys } from "../../base/keys/api-keys.ts";
import type { CommandRecord } from "../commands/command-record.ts";
import { commandOrder, commandWire } from "../commands/command-wire.ts";
import { stopWire } from "../commands/stop-wire.ts";
import { movesRobot } from "../driver/command.ts";
import type { RobotCommandName } from "../robot-terms.ts";
import type { AlsoAccept, RobotService } from "../fleet/robot-service.ts";
import { type Answer, listAnswer } from "../../http/answers/envelope-wire.ts";
import { fingerprint, idempotencyKeyOf } from "../../http/idempotency-key.ts";
import {
  closedObject,
  pageOf,
  isWithin,
  pageParameters,
  timeSpan,
  sliceOf,
  uuidParameter,
} from "../../http/queries.ts";
import { knownRobot, robotCaller } from "./robot-caller.ts";
import { type Route, route } from "../../http/route.ts";

interface Parts {
  robots: RobotService;
  keys: ApiKeys;
  idempotency: Pick<Idempotency, "run">;
}

/** The stored value of an Idempotency-Key: the command of the first request. */
interface KeptCommand {
  request_id: string;
  robot_id: string;
  command_id: string;
}

const one = "/api/v1/robots/:robot_id";
const params = closedObject({ robot_id: robotIdSchema });

/** Commands to robots, their results, and the stop. */
export function robotCommandRoutes(parts: Parts): Route[] {
  return [send(parts), list(parts), get(parts), stop(parts)];
}

function send({ robots, keys, idempotency }: Parts): Route {
  return route({
    method: "POST",
    path: `${one}/command`,
    cameras: "none",
    summary:
      "Send a command through the safety gate; the box answers when the robot has accepted it",
    tag: "robots",
    access: "robots:command",
    isTool: true,
    params,
    body: robotCommandRequestSchema,
    isRobotCommand: true,
    answers: { 200: { description: "The command", schema: robotCommandAnswer } },
    errors: ["command_rejected", "lease_held", "robot_unreachable", "overloaded"],
    async handle({ caller, params: { robot_id: id }, body, request, reply }) {
      if (isMoving(body.command.command)) assertMayConfirm(caller, "command");
      const from = robotCaller(keys, caller);
      const run = async (also?: AlsoAccept): Promise<CommandRecord> =>
        knownRobot(
          await robots.command(from, id, {
            request: commandOrder(body),
            ...(also ? { also } : {}),
          }),
        );
      const key = idempotencyKeyOf(request.headers);
      // Every request sends a stop.
      if (key === undefined || body.command.command === "stop") return commandAnswer(await run());
      const print = fingerprint(`POST /api/v1/robots/${id}/command`, body);
      const done = await idempotency.run({ org: caller.org, key, fingerprint: print }, (keep) =>
        run((tx, { id: commandId, robotId }) => {
          const answer: KeptCommand = {
            request_id: caller.requestId,
            robot_id: robotId,
            command_id: commandId,
          };
          keep(tx, { answer });
        }),
      );
      if (!done.replayed) return commandAnswer(done.result);
      reply.header("idempotent-replayed", "true");
      const stored = done.kept.answer as KeptCommand;
      const command = robots.getCommand(caller.org, stored.robot_id, stored.command_id);
      return { ...commandAnswer(knownCommand(command)), id: stored.request_id };
    },
  });
}

/** True for commands that move the robot, or change where it believes that it is or how fast it may drive. */
function isMoving(kind: RobotCommandName): boolean {
  return movesRobot({ kind }) || kind === "localize" || kind === "set_speed_limit";
}

function list({ robots }: Parts): Route {
  return route({
    method: "GET",
    path: `${one}/commands`,
    cameras: "none",
    summary: "List the robot's commands, newest first, including refused ones",
    tag: "robots",
    access: "robots:read",
    isTool: true,
    params,
    query: closedObject({ ...pageParameters, ...timeSpan }),
    answers: { 200: { description: "A page of commands", schema: listOf(robotCommandAnswer) } },
    handle({ caller, params: { robot_id: id }, query }) {
      const all = knownRobot(robots.listCommands(caller.org, id)).filter((command) =>
        isWithin(command.createdAtMs / 1000, query),
      );
      const page = sliceOf(
        all.map((command) => ({ name: command.id, command })),
        pageOf(query),
      );
      return listAnswer({ ...page, items: page.items.map(({ command }) => commandWire(command)) });
    },
  });
}

function get({ robots }: Parts): Route {
  return route({
    method: "GET",
    path: `${one}/commands/:command_id`,
    cameras: "none",
    summary: "Get one command with its state",
    tag: "robots",
    access: "robots:read",
    isTool: true,
    params: closedObject({ robot_id: robotIdSchema, command_id: uuidParameter }),
    answers: { 200: { description: "The command", schema: robotCommandAnswer } },
    handle: ({ caller, params: { robot_id: robotId, command_id: id } }) =>
      commandAnswer(knownCommand(robots.getCommand(caller.org, robotId, id))),
  });
}

function stop({ robots, keys }: Parts): Route {
  return route({
    method: "POST",
    path: `${one}/stop`,
    cameras: "none",
    summary: "Stop the robot now; the box sends the stop before it records it",
    tag: "robots",
    access: "robots:command",
    isTool: true,
    params,
    body: robotStopSchema,
    isRobotCommand: true,
    isPassedOn: true,
    unlimited: true,
    takesExpired: true,
    optionalBody: true,
    answers: { 200: { description: "The effect of the stop", schema: robotStopAnswer } },
    errors: ["robot_unreachable"],
    async handle({ caller, params: { robot_id: id }, body }) {
      const from = robotCaller(keys, caller);
      const why = (body as { reason?: string } | undefined)?.reason ?? null;
      const data = stopWire(id, knownRobot(await robots.stop(from, id, why)));
      return { object: "robot.stop", status: "stopped", data };
    },
  });
}

function commandAnswer(record: CommandRecord): Answer {
  const command = commandWire(record);
  return {
    object: "robot.command",
    status: command.state,
    createdAt: command.created_at,
    data: command,
  };
}

function knownCommand(found: CommandRecord | undefined): CommandRecord {
  if (!found) throw fail("not_found", "command_id: there is no such command. Choose a listed one");
  return found;
}
