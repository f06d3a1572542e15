import { createHash } from "node:crypto";
import { severities } from "../../base/contract/event-types.ts";
import type { BusCamera } from "./wire/mqtt.ts";
import type { RobotSnapshot } from "./site-view-wire.ts";
import { recordingModes } from "./mqtt-terms.ts";
import { siteModes } from "../../perception/core/schedule-terms.ts";

/** Options of the messages for Home Assistant. */
export interface HomeAssistantOptions {
  /** Home Assistant's discovery prefix, by default `homeassistant`. */
  prefix: string;
  /** The box's own base topic. */
  base: string;
  /** Unique across boxes. */
  boxId: string;
  name: string;
  version: string;
  /** Address of the page; empty while it is unknown. */
  url: string;
  /** True when the box accepts commands: adds buttons and the choice of the mode. */
  commands: boolean;
  /** True when the box publishes pictures of cameras. */
  pictures: boolean;
}

type Component = Readonly<Record<string, string | number | readonly string[]>>;
type Components = Readonly<Record<string, Component>>;

/**
 * Returns one message for each device, in the form of Home Assistant's device discovery (its
 * documentation of the MQTT integration, "Device discovery payload"): topic
 * `<prefix>/device/<object_id>/config`, retained.
 */
export class HomeAssistantDiscovery {
  readonly #options: HomeAssistantOptions;

  constructor(options: HomeAssistantOptions) {
    this.#options = options;
  }

  /** Topic and message of the box. */
  box(): [topic: string, payload: string] {
    const { base, name, version, url, commands } = this.#options;
    const state = `${base}/box`;
    const modeState = { name: "Mode", state_topic: `${base}/mode`, options: siteModes };
    const mode: Component = commands
      ? {
          platform: "select",
          ...modeState,
          command_topic: `${base}/commands/mode`,
          command_template: '{"mode":"{{ value }}"}',
        }
      : { platform: "sensor", device_class: "enum", ...modeState };
    const page = url === "" ? {} : { configuration_url: url };
    const about = { name, model: "Gatehouse", sw_version: version, ...page };
    return this.#device("", about, {
      mode,
      incidents: measured(state, "Open incidents", "incidents.open"),
      cameras_online: measured(state, "Cameras online", "cameras.online"),
      ready: binary(state, "Ready", { device_class: "running", on: "value_json.ready" }),
      disk_full: binary(state, "Disk full", {
        device_class: "problem",
        on: "value_json.disk_full",
      }),
      disk_free: {
        ...measured(state, "Free disk", "disk_free_gigabytes"),
        device_class: "data_size",
        unit_of_measurement: "GB",
        entity_category: "diagnostic",
      },
      incident: {
        platform: "event",
        name: "Incident",
        state_topic: `${base}/events/incident.created`,
        event_types: severities,
        value_template:
          "{{ {'event_type': value_json.data.severity, 'type': value_json.data.type, " +
          "'stream_id': value_json.data.stream_id, " +
          "'camera': value_json.data.stream_name or value_json.data.stream_id, " +
          "'summary': value_json.data.summary | default('')} | to_json }}",
      },
    });
  }

  /** Topic and message of a camera. */
  camera({ stream_id: streamId, name }: BusCamera): [topic: string, payload: string] {
    const { base, commands, pictures } = this.#options;
    const state = `${base}/cameras/${streamId}`;
    const recording = {
      name: "Recording mode",
      state_topic: state,
      value_template: "{{ value_json.recording }}",
      options: recordingModes,
    };
    const about = { name: name ?? `Camera ${streamId}`, model: "Camera", ...this.#via() };
    return this.#device(`_camera_${objectId(streamId)}`, about, {
      online: binary(state, "Online", { device_class: "connectivity", on: "value_json.online" }),
      occupancy: binary(state, "Occupancy", {
        device_class: "occupancy",
        on: "value_json.occupied",
      }),
      people: measured(state, "People", "people"),
      things: measured(state, "Things in sight", "counts.values() | sum"),
      incidents: measured(state, "Open incidents", "open_incidents"),
      recording: commands
        ? {
            platform: "select",
            ...recording,
            command_topic: `${base}/commands/cameras/${streamId}/recording`,
            command_template: '{"mode":"{{ value }}"}',
          }
        : { platform: "sensor", device_class: "enum", ...recording },
      ...(commands ? { recording_enabled: recordingSwitch(base, streamId) } : {}),
      ...(pictures
        ? {
            picture: {
              platform: "image",
              name: "Picture",
              image_topic: `${state}/picture`,
              content_type: "image/jpeg",
            },
          }
        : {}),
    });
  }

  /** Topic and message of a robot. */
  robot({ robot_id: id, name, abilities }: RobotSnapshot): [topic: string, payload: string] {
    const { base, commands } = this.#options;
    const state = `${base}/robots/${id}`;
    const about = { name: name ?? `Robot ${id}`, model: "Robot", ...this.#via() };
    return this.#device(`_robot_${objectId(id)}`, about, {
      online: binary(state, "Online", {
        device_class: "connectivity",
        on: "value_json.connection == 'online'",
      }),
      battery: {
        ...measured(state, "Battery", "battery_percent"),
        device_class: "battery",
        unit_of_measurement: "%",
      },
      mode: {
        platform: "sensor",
        name: "Mode",
        state_topic: state,
        value_template: "{{ value_json.mode }}",
      },
      command: {
        platform: "sensor",
        name: "Command",
        state_topic: state,
        value_template: "{{ value_json.active_command or 'none' }}",
      },
      e_stop: {
        platform: "binary_sensor",
        name: "Emergency stop",
        state_topic: state,
        device_class: "safety",
        // `None` is Home Assistant's word for unknown.
        value_template:
          "{{ 'None' if value_json.e_stop is none else ('ON' if value_json.e_stop else 'OFF') }}",
      },
      held: binary(state, "Held by a stop", {
        device_class: "problem",
        on: "value_json.held_by_stop",
      }),
      ...(commands ? buttons(`${base}/commands/robots/${id}`, abilities) : {}),
    });
  }

  #via(): { via_device: string } {
    return { via_device: this.#deviceId("") };
  }

  #deviceId(suffix: string): string {
    return `gatehouse_${objectId(this.#options.boxId)}${suffix}`;
  }

  #device(
    suffix: string,
    about: Readonly<Record<string, string>>,
    components: Components,
  ): [topic: string, payload: string] {
    const { prefix, base, version } = this.#options;
    const id = this.#deviceId(suffix);
    const payload = {
      device: { identifiers: [id], manufacturer: "Gatehouse", ...about },
      origin: { name: "Gatehouse", sw_version: version },
      availability_topic: `${base}/availability`,
      qos: 1,
      components: Object.fromEntries(
        Object.entries(components).map(([key, each]) => [
          key,
          { ...each, unique_id: `${id}_${key}` },
        ]),
      ),
    };
    return [`${prefix}/device/${id}/config`, JSON.stringify(payload)];
  }
}

function recordingSwitch(base: string, streamId: string): Component {
  return {
    platform: "switch",
    name: "Recording",
    state_topic: `${base}/cameras/${streamId}`,
    value_template: "{{ 'OFF' if value_json.recording == 'off' else 'ON' }}",
    state_on: "ON",
    state_off: "OFF",
    command_topic: `${base}/commands/cameras/${streamId}/recording_enabled`,
    payload_on: '{"enabled":true}',
    payload_off: '{"enabled":false}',
  };
}

/** Commands without fields, which have a button where the robot supports them. */
const pressed = ["pause", "resume", "dock", "undock"] as const;

function buttons(topic: string, abilities: readonly string[]): Components {
  const found: Record<string, Component> = {
    stop: { platform: "button", name: "Stop", command_topic: `${topic}/stop`, payload_press: "{}" },
  };
  for (const command of pressed.filter((each) => abilities.includes(each))) {
    found[command] = {
      platform: "button",
      name: `${command.charAt(0).toUpperCase()}${command.slice(1)}`,
      command_topic: `${topic}/command`,
      payload_press: JSON.stringify({ command: { command }, reason: "Home Assistant" }),
    };
  }
  return found;
}

function measured(topic: string, name: string, field: string): Component {
  return {
    platform: "sensor",
    name,
    state_topic: topic,
    state_class: "measurement",
    value_template: `{{ value_json.${field} }}`,
  };
}

function binary(
  topic: string,
  name: string,
  { device_class, on }: { device_class: string; on: string },
): Component {
  return {
    platform: "binary_sensor",
    name,
    state_topic: topic,
    device_class,
    value_template: `{{ 'ON' if ${on} else 'OFF' }}`,
  };
}

/**
 * Letters, digits, `_` and `-` are all that a discovery topic accepts; other ids get a hash suffix.
 */
function objectId(id: string): string {
  const plain = id.replaceAll(/[^A-Za-z0-9_-]/g, "_");
  if (plain === id) return id;
  return `${plain}_${createHash("sha256").update(id).digest("hex").slice(0, 6)}`;
}
