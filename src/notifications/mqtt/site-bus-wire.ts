import type { SiteBusState } from "./site-bus-state.ts";
import type { MqttSystemWire } from "./wire/mqtt.ts";

/** The connection on the wire, for `GET /api/v1/system`. */
export function siteBusWire(state: SiteBusState): MqttSystemWire {
  return {
    broker: state.broker,
    base_topic: state.baseTopic,
    connected: state.isConnected,
    since: state.sinceMs / 1000,
    last_error: state.problem,
    backlog: state.backlog,
    events_acknowledged: state.acknowledged,
    events_lost: state.lost,
    commands: state.commands,
  };
}

/** The message about events that the box deleted before it could publish them, as JSON. */
export function gapMessage(afterSequence: number, beforeSequence: number): string {
  return JSON.stringify({ after_sequence: afterSequence, before_sequence: beforeSequence });
}
