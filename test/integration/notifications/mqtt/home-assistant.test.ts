import assert from "node:assert/strict";
import { test } from "node:test";
import { Ajv } from "ajv";
import { busTopics } from "../../../../src/notifications/mqtt/wire/mqtt.ts";
import { busCamera, busRig, busRobot } from "../../../support/notifications/bus-rig.ts";
import { base, type MakeBus } from "../../../support/notifications/make-bus.ts";
import { noBroker, startBroker } from "../../../support/notifications/mosquitto.ts";

/**
 * What Home Assistant takes, by its documentation of the MQTT integration ("Device discovery payload") and of
 * each platform (sensor.mqtt, binary_sensor.mqtt, select.mqtt, switch.mqtt, image.mqtt, button.mqtt, event.mqtt):
 * fields that must be there, and others that may.
 */
const platforms: Record<string, { must: string[]; may: string[] }> = {
  sensor: {
    must: ["state_topic"],
    may: ["value_template", "device_class", "state_class", "unit_of_measurement", "options"],
  },
  binary_sensor: { must: ["state_topic"], may: ["value_template", "device_class"] },
  select: {
    must: ["command_topic", "options"],
    may: ["command_template", "state_topic", "value_template"],
  },
  switch: {
    must: ["command_topic"],
    may: ["state_topic", "value_template", "state_on", "state_off", "payload_on", "payload_off"],
  },
  image: { must: ["image_topic"], may: ["content_type", "image_encoding"] },
  button: { must: ["command_topic"], may: ["payload_press"] },
  event: { must: ["state_topic", "event_types"], may: ["value_template"] },
};
const everyPlatform = ["platform", "unique_id", "name", "entity_category"];

test(
  "Home Assistant gets one device for the box, each camera and each robot, in its documented form",
  { skip: noBroker },
  async (t) => {
    const commands = {} as NonNullable<MakeBus["commands"]>;
    const broker = await startBroker(t);
    const { listener, view } = await busRig(t, broker, { isDiscovered: true, commands });
    view.cameraList = [busCamera];
    view.robotList = [busRobot];
    await listener.newest("robot_rover/config");
    const found = listener.heard.filter(({ topic }) => topic.startsWith("homeassistant/"));
    const newest = new Map(
      found.filter(({ text }) => text !== "").map(({ topic, json }) => [topic, json]),
    );
    const ids = new Set<string>();
    for (const [topic, config] of newest) {
      assert.match(topic, /^homeassistant\/device\/[A-Za-z0-9_-]+\/config$/);
      assert.ok(config.device.identifiers.length > 0 && config.origin.name);
      assert.equal(config.availability_topic, `${base}/availability`);
      for (const component of Object.values<Record<string, unknown>>(config.components)) {
        const form = platforms[String(component["platform"])]!;
        assert.ok(!ids.has(String(component["unique_id"])), String(component["unique_id"]));
        ids.add(String(component["unique_id"]));
        for (const field of form.must) assert.ok(field in component, `${topic} ${field}`);
        const known = [...everyPlatform, ...form.must, ...form.may];
        assert.deepEqual(
          Object.keys(component).filter((field) => !known.includes(field)),
          [],
        );
        // An enumeration may name neither a unit nor a state class.
        if (component["device_class"] === "enum") assert.ok(!("state_class" in component));
      }
    }
    const gate = newest.get("homeassistant/device/gatehouse_box1_camera_gate/config");
    assert.equal(gate.device.name, "Nordtor");
    const rover = newest.get("homeassistant/device/gatehouse_box1_robot_rover/config");
    assert.equal(rover.device.via_device, "gatehouse_box1");
    assert.deepEqual(
      Object.keys(rover.components).filter((key) => rover.components[key].platform === "button"),
      ["stop", "pause", "resume", "dock"],
    );
    const {
      recording,
      recording_enabled: recordingSwitch,
      picture,
    } = newest.get("homeassistant/device/gatehouse_box1_camera_gate/config").components;
    assert.equal(recording.platform, "select");
    assert.equal(recording.command_topic, `${base}/commands/cameras/gate/recording`);
    assert.equal(recordingSwitch.platform, "switch");
    assert.equal(recordingSwitch.command_topic, `${base}/commands/cameras/gate/recording_enabled`);
    const accepted = busTopics.find(({ topic }) => topic.endsWith("/recording_enabled"))!.payload!;
    for (const side of ["payload_on", "payload_off"]) {
      assert.ok(new Ajv({ strict: false }).validate(accepted, JSON.parse(recordingSwitch[side])));
    }
    assert.equal(picture.image_topic, `${base}/cameras/gate/picture`);
    assert.equal(newest.size, 3);
  },
);
