import assert from "node:assert/strict";
import { describe, it, test } from "node:test";
import { Value } from "typebox/value";
import type { RuleTrigger } from "../../../client/source/generated.ts";
import { GatehouseApiError } from "../../../client/source/errors.ts";
import { fieldProblems } from "../../../console/source/api/field-problems.ts";
import {
  cleanTrigger,
  newAlert,
  newRule,
  ruleIdOf,
  withAction,
} from "../../../console/source/views/automation/rules/rule-draft.ts";
import english from "../../../console/source/words/en.json" with { type: "json" };
import { robotTriggers } from "../../../src/automation/rules/rule-terms.ts";
import { ruleRequestSchema } from "../../../src/automation/rules/rule-document.ts";
import { streamIdPattern } from "../../../src/perception/core/stream-terms.ts";
import { linesOf, valuesOf } from "../../../console/source/parts/own-values.ts";

function refusal(param: string | undefined): GatehouseApiError {
  const name = param ?? "body";
  return new GatehouseApiError("invalid_request_body", `${name}: is too long. Shorten it`, {
    status: 400,
    requestId: "req_1",
    retryable: false,
    retryAfterSec: undefined,
    param,
    details: undefined,
  });
}

test("a refusal stands beside the field that it concerns, without the field's name", () => {
  const problems = fieldProblems(refusal("voice_id"), ["name", "voice_id"]);
  assert.equal(problems.of("voice_id"), "is too long. Shorten it");
  assert.equal(problems.of("name"), undefined);
  assert.equal(problems.rest, undefined);
});

test("a refusal of a part of a field stands beside the field", () => {
  for (const param of ["metadata.floor", "metadata[0]"]) {
    assert.notEqual(fieldProblems(refusal(param), ["metadata"]).of("metadata"), undefined);
  }
  assert.equal(fieldProblems(refusal("name_x"), ["name"]).of("name"), undefined);
});

test("a refusal of no field of the form is left for the whole form", () => {
  for (const error of [refusal(undefined), refusal("other"), new Error("no network")]) {
    const problems = fieldProblems(error, ["name"]);
    assert.equal(problems.rest, error);
    assert.equal(problems.of("name"), undefined);
  }
});

test("own values are lines, with anything behind the first equals sign as the value", () => {
  const values = { floor: "2", url: "a=b", empty: "" };
  assert.deepEqual(valuesOf(linesOf(values)), values);
  assert.deepEqual(valuesOf(" wing = north \n\nalone"), { wing: "north", alone: "" });
});

describe("the form of a rule that moves robots", () => {
  it("knows every incident of a robot that starts rules, with words for each", () => {
    assert.deepEqual(Object.keys(english.rules.robotTypes), [...robotTriggers]);
  });

  it("knows every field of the box's trigger and step", () => {
    const { on, do: steps } = ruleRequestSchema.properties;
    assert.equal(
      Object.keys(on.properties).toSorted().join(" "),
      "classes min_confidence min_severity policy_id robot_ids source stream_ids type zones",
    );
    assert.equal(
      Object.keys(steps.items.properties).toSorted().join(" "),
      "after command message robot_id severity standoff_m target_from type wait_seconds",
    );
  });

  it("makes a rule that the box accepts, and says who found the incident", () => {
    const on = {
      type: "intrusion",
      source: "camera",
      stream_ids: [],
      zones: ["gate", ""],
    } as const;
    const trigger = cleanTrigger({ ...on, stream_ids: [], zones: [...on.zones] });
    assert.deepEqual(trigger, { type: "intrusion", source: "camera", zones: ["gate"] });
    const step = withAction({ type: "alert", severity: "critical", robot_id: "rover" }, "move_to");
    assert.deepEqual(JSON.parse(JSON.stringify(step)), {
      type: "command",
      robot_id: "rover",
      command: { command: "move_to" },
      target_from: "incident",
    });
    const rule = JSON.parse(JSON.stringify({ ...newRule(), name: "A", on: trigger, do: [step] }));
    assert.ok(Value.Check(ruleRequestSchema, rule));
    assert.deepEqual(withAction(step, "alert"), { ...newAlert, robot_id: "rover" });
  });

  it("leaves out what does not fit the incidents of robots", () => {
    const on = { type: "battery_low", source: "box", zones: ["gate"], robot_ids: ["rover"] };
    assert.deepEqual(cleanTrigger(on as RuleTrigger), {
      type: "battery_low",
      robot_ids: ["rover"],
    });
  });

  it("makes ids that the box accepts from names in any script", () => {
    for (const name of ["Look at the gate!", "Überfahrt", "大门", "x".repeat(99)]) {
      assert.match(ruleIdOf(name, 1_795_460_521_000), new RegExp(streamIdPattern));
    }
    assert.match(ruleIdOf("Look at the gate!", 0), /^look-at-the-gate-/);
  });
});
