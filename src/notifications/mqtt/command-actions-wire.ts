import type { Scope } from "../../base/contract/scopes.ts";
import type { ModeRequest } from "../../perception/policies/mode-document.ts";
import type { StreamPatch } from "../../perception/settings/stream-document.ts";
import type { IncidentWire } from "../../perception/wire/incident.ts";
import type { ModeWire } from "../../perception/wire/policy-answers.ts";
import type { StreamWire } from "../../perception/wire/surveillance-answers.ts";
import type { RobotCaller } from "../../robots/fleet/robot-service.ts";
import type { RobotCommandRequest, RobotLeaseRequest } from "../../robots/wire/robot.ts";
import type {
  LeaseWire,
  RobotCommandWire,
  RobotStopWire,
} from "../../robots/wire/robot-answers.ts";
import type { CommandAction } from "./command-service.ts";
import { type BusCamera, busTopics } from "./wire/mqtt.ts";

/** What commands do, with the answers of the API; each resolves with undefined for an unknown id. */
export interface CommandTargets {
  incidents: {
    acknowledge(org: string, id: string, keyId: string): Promise<IncidentWire | undefined>;
    resolve(org: string, id: string, keyId: string): Promise<IncidentWire | undefined>;
  };
  streams: {
    patch(
      org: string,
      id: string,
      change: StreamPatch,
    ): Promise<Pick<StreamWire, "recording"> | undefined>;
    /** On: in the mode before it was off, `incidents` where there was none. */
    switchRecording(
      org: string,
      id: string,
      isOn: boolean,
    ): Promise<Pick<StreamWire, "recording"> | undefined>;
  };
  modes: { set(org: string, request: ModeRequest, keyId: string): Promise<ModeWire> };
  robots: {
    command(
      caller: RobotCaller,
      id: string,
      request: RobotCommandRequest,
    ): Promise<RobotCommandWire | undefined>;
    stop(caller: RobotCaller, id: string, why: string | null): Promise<RobotStopWire | undefined>;
    takeLease(
      caller: RobotCaller,
      id: string,
      request: RobotLeaseRequest,
    ): Promise<LeaseWire | undefined>;
    releaseLease(caller: RobotCaller, id: string): Promise<boolean | undefined>;
  };
}

/** Returns the actions of the topics for commands. */
export function commandActions(targets: CommandTargets): CommandAction[] {
  const runs = runsOf(targets);
  return busTopics.flatMap(({ topic, payload, direction }) => {
    const run = runs[topic];
    if (direction === "out" || !payload || !run) return [];
    const scope: Scope = topic.startsWith("commands/robots/")
      ? "robots:command"
      : "surveillance:write";
    return [{ topic, payload, scope, run }];
  });
}

function runsOf({
  incidents,
  streams,
  modes,
  robots,
}: CommandTargets): Readonly<Record<string, CommandAction["run"]>> {
  return {
    "commands/incidents/<incident_id>/acknowledge": ({ caller, id }) =>
      incidents.acknowledge(caller.org, id, caller.keyId),
    "commands/incidents/<incident_id>/resolve": ({ caller, id }) =>
      incidents.resolve(caller.org, id, caller.keyId),
    async "commands/cameras/<stream_id>/recording"({ caller, id, body }) {
      const { mode } = body as { mode: BusCamera["recording"] };
      const stream = await streams.patch(caller.org, id, { recording: { mode } });
      return stream && { stream_id: id, recording: stream.recording };
    },
    async "commands/cameras/<stream_id>/recording_enabled"({ caller, id, body }) {
      const { enabled } = body as { enabled: boolean };
      const stream = await streams.switchRecording(caller.org, id, enabled);
      return stream && { stream_id: id, recording: stream.recording };
    },
    "commands/mode": ({ caller, body }) => modes.set(caller.org, body as ModeRequest, caller.keyId),
    "commands/robots/<robot_id>/command": ({ caller, id, body }) =>
      robots.command(caller, id, body as RobotCommandRequest),
    "commands/robots/<robot_id>/stop": ({ caller, id, body }) =>
      robots.stop(caller, id, (body as { reason?: string }).reason ?? null),
    "commands/robots/<robot_id>/lease": ({ caller, id, body }) =>
      robots.takeLease(caller, id, body as RobotLeaseRequest),
    async "commands/robots/<robot_id>/release"({ caller, id }) {
      const released = await robots.releaseLease(caller, id);
      return released === undefined ? undefined : { robot_id: id, released };
    },
  };
}
