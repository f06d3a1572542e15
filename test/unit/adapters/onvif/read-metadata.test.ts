import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { readMetadata } from "../../../../src/adapters/onvif/read-metadata.ts";
import type { CameraObject } from "../../../../src/cameras/metadata/camera-metadata.ts";
import { GatehouseError } from "../../../../src/base/core/errors.ts";
import { isLong } from "../../../support/box/long-form.ts";
import { numbers } from "../../../support/box/numbers.ts";
import { usedBytes } from "../../../support/box/memory-bytes.ts";
import { metadataDocument, metadataEvent } from "../../../support/cameras/metadata/document.ts";

const open = '<tt:MetadataStream xmlns:tt="http://www.onvif.org/ver10/schema"><tt:VideoAnalytics>';
const close = "</tt:VideoAnalytics></tt:MetadataStream>";

/** A document with one object of this appearance. */
function objectOf(appearance: string, ofFrame = ""): ReturnType<typeof readMetadata> {
  return readMetadata(
    `${open}<tt:Frame UtcTime="2026-11-23T12:00:00.5Z">${ofFrame}<tt:Object ObjectId="1"><tt:Appearance>${appearance}</tt:Appearance></tt:Object></tt:Frame>${close}`,
  );
}

const middle =
  '<tt:Shape><tt:BoundingBox left="-0.5" top="0.5" right="0.5" bottom="-0.5"/></tt:Shape>';

suite("a camera's metadata documents", () => {
  test("boxes become fractions of the frame from the top left", () => {
    const [frame] = objectOf(
      '<tt:Shape><tt:BoundingBox left="-1" top="1" right="0" bottom="0.5"/></tt:Shape><tt:Class><tt:Type Likelihood="0.7">Human</tt:Type></tt:Class>',
    ).frames;
    assert.equal(frame!.utcMs, Date.UTC(2026, 10, 23, 12, 0, 0, 500));
    assert.deepEqual(frame!.objects, [
      { id: "1", label: "person", score: 0.7, boxNorm: [0, 0, 0.5, 0.25] },
    ]);
  });

  test("transformations of the object and of the frame apply, in this order", () => {
    // Pixels of a 320 × 240 picture from the bottom left, the example of the specification.
    const frame =
      '<tt:Transformation><tt:Translate x="-1" y="-1"/><tt:Scale x="0.00625" y="0.00833333333"/></tt:Transformation>';
    const inPixels = objectOf(
      '<tt:Shape><tt:BoundingBox left="80" top="180" right="240" bottom="60"/></tt:Shape>',
      frame,
    );
    const rounded = (read: typeof inPixels): number[] =>
      read.frames[0]!.objects[0]!.boxNorm.map((value) => Math.round(value * 1000) / 1000);
    assert.deepEqual(rounded(inPixels), [0.25, 0.25, 0.75, 0.75]);
    const halved = objectOf(
      '<tt:Transformation><tt:Scale x="0.5" y="0.5"/></tt:Transformation><tt:Shape><tt:BoundingBox left="160" top="360" right="480" bottom="120"/></tt:Shape>',
      frame,
    );
    assert.deepEqual(rounded(halved), [0.25, 0.25, 0.75, 0.75]);
  });

  for (const [xml, label, score] of [
    ['<tt:Class><tt:Type Likelihood="0.8">Vehicle</tt:Type></tt:Class>', "car", 0.8],
    ["<tt:Class><tt:Type>Animal</tt:Type></tt:Class>", "animal", 1],
    ['<tt:Class><tt:Type Likelihood="91">tt:Human</tt:Type></tt:Class>', "person", 0.91],
    [
      "<tt:Class><tt:ClassCandidate><tt:Type>Vehical</tt:Type><tt:Likelihood>0.3</tt:Likelihood></tt:ClassCandidate><tt:ClassCandidate><tt:Type>Human</tt:Type><tt:Likelihood>0.6</tt:Likelihood></tt:ClassCandidate></tt:Class>",
      "person",
      0.6,
    ],
    [
      '<tt:Class><tt:Type Likelihood="0.9">Vehicle</tt:Type></tt:Class><tt:VehicleInfo><tt:Type Likelihood="0.75">Bus</tt:Type></tt:VehicleInfo>',
      "bus",
      0.75,
    ],
    ["", null, 1],
  ] as const) {
    test(`the class ${label} of ${xml.slice(0, 40)}`, () => {
      const [object] = objectOf(middle + xml).frames[0]!.objects;
      assert.deepEqual([object!.label, object!.score], [label, score]);
    });
  }

  test("objects without a box in the frame, or of classes without a word, are left out", () => {
    const box = (sides: string): string => `<tt:Shape><tt:BoundingBox ${sides}/></tt:Shape>`;
    for (const appearance of [
      "",
      '<tt:Shape><tt:CenterOfGravity x="0" y="0"/></tt:Shape>',
      box('left="0.2" top="0.2" right="0.2" bottom="0"'),
      box('left="x" top="0.2" right="0.2" bottom="0"'),
      box('left="0" top="0.2" right="0.2"'),
      box('left="1.5" top="0.2" right="2" bottom="0"'),
      `${middle}<tt:Class><tt:Type>LicensePlate</tt:Type></tt:Class>`,
      `${middle}<tt:Class><tt:Type>constructor</tt:Type></tt:Class>`,
    ]) {
      assert.deepEqual(objectOf(appearance).frames[0]!.objects, [], appearance);
    }
  });

  test("an empty frame is a frame, and events come with it", () => {
    const event = metadataEvent("tns1:RuleEngine/FieldDetector/ObjectsInside", {
      name: "IsInside",
      value: "true",
    });
    const { frames, events } = readMetadata(
      metadataDocument({ objects: [], utc: "2026-11-23T12:00:00", events: event }),
    );
    assert.deepEqual(frames, [{ utcMs: Date.UTC(2026, 10, 23, 12), objects: [] }]);
    assert.deepEqual(
      events.map(({ kind, active }) => [kind, active]),
      [["intrusion", true]],
    );
  });

  test("more frames and objects than anybody needs are left out", () => {
    const object = `<tt:Object ObjectId="1"><tt:Appearance>${middle}</tt:Appearance></tt:Object>`;
    const frame = `<tt:Frame UtcTime="2026-11-23T12:00:00Z">${object.repeat(400)}</tt:Frame>`;
    assert.equal(readMetadata(open + frame + close).frames[0]!.objects.length, 300);
    const many = readMetadata(open + '<tt:Frame UtcTime=""/>'.repeat(60) + close);
    assert.deepEqual([many.frames.length, many.frames[0]!.utcMs], [50, null]);
  });
});

const documents = isLong ? 100_000 : 3000;
/** A leak of 100 bytes a document would be twice this in the long form. */
const growthBytes = 5 * 1024 * 1024;

const sample = metadataDocument({
  objects: [
    { id: "1", type: "Human", boxNorm: [0.1, 0.1, 0.3, 0.9] },
    { id: "2", type: "Vehicle", boxNorm: [0.4, 0.4, 0.9, 0.8], likelihood: 0.5 },
    { id: "3", type: null, boxNorm: [0, 0, 1, 1] },
  ],
  utc: "2026-11-23T12:00:00Z",
  events: metadataEvent("tns1:RuleEngine/LineDetector/Crossed", { name: "ObjectId", value: "1" }),
});

const hostile: readonly string[] = [
  "<!DOCTYPE a [<!ENTITY b 'c'>]>",
  "&b;&#0;&#x110000;",
  "]]>",
  "<a>".repeat(100),
  "<tt:Frame/>".repeat(200),
  "9".repeat(400),
  "-1e999",
  "NaN",
  'ObjectId="__proto__"',
  "x".repeat(20_000),
  '" a="',
];

function mutate(random: () => number): string {
  let text = sample;
  for (let changes = 1 + Math.floor(random() * 4); changes > 0; changes -= 1) {
    const at = Math.floor(random() * text.length);
    const piece = hostile[Math.floor(random() * hostile.length)]!;
    const kind = random();
    if (kind < 0.5)
      text = text.slice(0, at) + String.fromCharCode(random() * 256) + text.slice(at + 1);
    else if (kind < 0.7) text = text.slice(0, at) + piece + text.slice(at);
    else text = text.slice(0, at) + text.slice(at + Math.floor(random() * 60));
  }
  return text;
}

function assertUsable({ id, label, score, boxNorm }: CameraObject, text: string): void {
  const [left, top, right, bottom] = boxNorm;
  assert.ok(left >= 0 && left < right && right <= 1, text);
  assert.ok(top >= 0 && top < bottom && bottom <= 1, text);
  assert.ok(score >= 0 && score <= 1 && id.length <= 64, text);
  assert.ok(label === null || /^[a-z]+$/.test(label), text);
}

test(`${documents} mutated metadata documents give objects that can be used, or a coded error, and leave nothing`, () => {
  const random = numbers(47);
  const seen = { read: 0, refused: 0, objects: 0, events: 0 };
  const before = usedBytes();
  for (let each = 0; each < documents; each += 1) {
    const text = mutate(random);
    try {
      const { frames, events } = readMetadata(text);
      seen.read += 1;
      seen.events += events.length;
      assert.ok(frames.length <= 50 && events.length <= 4000);
      for (const { objects, utcMs } of frames) {
        assert.ok(utcMs === null || Number.isFinite(utcMs), text);
        for (const object of objects) assertUsable(object, text);
        seen.objects += objects.length;
      }
    } catch (error) {
      assert.equal(GatehouseError.find(error)?.code, "onvif_broken", String(error));
      seen.refused += 1;
    }
  }
  for (const [what, count] of Object.entries(seen)) assert.ok(count > 0, `never ${what}`);
  assert.ok(usedBytes() - before < growthBytes, "the heap has grown");
});
