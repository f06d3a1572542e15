import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { readEvents } from "../../../src/adapters/onvif/event-topics.ts";
import { parseXml } from "../../../src/adapters/onvif/xml.ts";

type Items = Readonly<Record<string, string>>;

/** What the box makes of one report: kind and state. */
function read(topic: string, data: Items, source: Items = {}, operation = "Changed") {
  const items = (all: Items): string =>
    Object.entries(all)
      .map(([name, value]) => `<SimpleItem Name="${name}" Value="${value}"/>`)
      .join("");
  const answer = `<PullMessagesResponse><NotificationMessage><Topic>${topic}</Topic><Message><Message PropertyOperation="${operation}"><Source>${items(source)}</Source><Data>${items(data)}</Data></Message></Message></NotificationMessage></PullMessagesResponse>`;
  return readEvents(parseXml(answer));
}

/** Topic, data, kind and state as cameras send them; the makers stand beside their own. */
const reports: readonly (readonly [
  topic: string,
  data: Items,
  kind: string,
  active: boolean | null,
])[] = [
  ["tns1:VideoSource/MotionAlarm", { State: "true" }, "motion", true],
  ["tns1:RuleEngine/CellMotionDetector/Motion", { IsMotion: "false" }, "motion", false],
  ["tns1:RuleEngine/MotionRegionDetector/Motion", { State: "1" }, "motion", true],
  ["tns1:RuleEngine/FieldDetector/ObjectsInside", { IsInside: "true" }, "intrusion", true],
  ["tns1:RuleEngine/LineDetector/Crossed", { ObjectId: "1" }, "line_crossing", null],
  ["tns1:RuleEngine/TamperDetector/Tamper", { IsTamper: "true" }, "tamper", true],
  ["tns1:VideoSource/GlobalSceneChange/ImagingService", { State: "true" }, "tamper", true],
  ["tns1:VideoSource/ImageTooDark/AnalyticsService", { State: "false" }, "tamper", false],
  ["tns1:Device/Trigger/DigitalInput", { LogicalState: "true" }, "digital_input", true],
  // Reolink
  ["tns1:RuleEngine/MyRuleDetector/PeopleDetect", { State: "true" }, "person", true],
  ["tns1:RuleEngine/MyRuleDetector/FaceDetect", { State: "true" }, "person", true],
  ["tns1:RuleEngine/MyRuleDetector/VehicleDetect", { State: "true" }, "vehicle", true],
  ["tns1:RuleEngine/MyRuleDetector/DogCatDetect", { State: "true" }, "animal", true],
  ["tns1:RuleEngine/MyRuleDetector/Visitor", { State: "true" }, "digital_input", true],
  // TP-Link
  ["tns1:RuleEngine/PeopleDetector/People", { IsPeople: "true" }, "person", true],
  ["tns1:RuleEngine/CellMotionDetector/People", { IsPeople: "true" }, "person", true],
  ["tns1:RuleEngine/CellMotionDetector/LineCross", { IsLineCross: "true" }, "line_crossing", true],
  ["tns1:RuleEngine/CellMotionDetector/Intrusion", { IsIntrusion: "true" }, "intrusion", true],
  ["tns1:RuleEngine/TPSmartEventDetector/TPSmartEvent", { IsVehicle: "true" }, "vehicle", true],
  // Dahua and others
  ["tns1:UserAlarm/IVA/HumanShapeDetect", { State: "true" }, "person", true],
  // Axis
  ["tns1:Device/tnsaxis:IO/Port", { state: "1" }, "digital_input", true],
  ["tnsaxis:CameraApplicationPlatform/VMD/Camera1Profile1", { active: "1" }, "motion", true],
  [
    "tnsaxis:CameraApplicationPlatform/ObjectAnalytics/Device1Scenario1",
    { active: "0" },
    "intrusion",
    false,
  ],
];

suite("reports of cameras", () => {
  test("are events of known kinds, whatever prefixes and names the maker uses", () => {
    for (const [topic, data, kind, active] of reports) {
      const [event] = read(topic, data);
      assert.deepEqual([event?.kind, event?.active], [kind, active], topic);
    }
  });

  test("end with the removal of their property", () => {
    const topic = "tns1:VideoSource/MotionAlarm";
    assert.equal(read(topic, { State: "true" }, {}, "Deleted")[0]?.active, false);
  });

  test("of moments before the subscription, and about the camera's own business, are dropped", () => {
    assert.deepEqual(read("tns1:RuleEngine/LineDetector/Crossed", {}, {}, "Initialized"), []);
    for (const topic of [
      "tns1:Device/tnsavg:Logs",
      "tns1:Monitoring/ProcessorUsage",
      "tns1:RecordingConfig/JobState",
      "tns1:Device/Trigger/Relay",
      "tns1:Device/HardwareFailure/StorageFailure",
      "tns1:AudioAnalytics/Audio/DetectedSound",
      "",
    ]) {
      assert.deepEqual(read(topic, { State: "true" }), [], topic);
    }
  });

  test("name the rule or the input, and two sources of one topic are two conditions", () => {
    const topic = "tns1:Device/Trigger/DigitalInput";
    const [first] = read(topic, { LogicalState: "true" }, { InputToken: "Door" });
    const [second] = read(topic, { LogicalState: "true" }, { InputToken: "Gate" });
    assert.deepEqual([first!.name, second!.name], ["Door", "Gate"]);
    assert.notEqual(first!.key, second!.key);
    const [video] = read("tns1:VideoSource/MotionAlarm", { State: "true" }, { Source: "vs0" });
    assert.equal(video!.name, null);
  });
});
