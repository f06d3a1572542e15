import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { SourceSpec } from "../../../../src/cameras/source.ts";
import { fail } from "../../../../src/base/contract/fail.ts";
import { type StreamSettings } from "../../../../src/perception/settings/stream-settings.ts";
import { nothingSet } from "../../../../src/perception/settings/resolve-settings.ts";
import { tinyJpeg } from "../../../support/perception/fake-vision.ts";
import { codedError } from "../../../support/perception/perception-fixtures.ts";
import { prepareStream as prepare } from "../../../support/perception/prepare-stream.ts";

const camera = { url: "rtsp://10.0.0.9/stream1", type: "rtsp" };
const yard = { yard: { xyxy: [0.1, 0.1, 0.9, 0.9] } };
const picture = Buffer.from(tinyJpeg).toString("base64");

async function faultOf(body: unknown): Promise<string> {
  const error = await codedError(() => prepare(body));
  assert.ok(!error.message.includes("s3cret"), "a message repeats a password");
  return `${error.code} ${error.param}`;
}

const street = [
  [0, 0],
  [8, 0],
  [8, 40],
  [0, 40],
];

describe("the operation refuses", () => {
  const source = camera;
  const zones = yard;
  const crossing = {
    x: {
      polygon: [
        [0, 0],
        [1, 1],
        [1, 0],
        [0, 1],
      ],
    },
  };
  const line = {
    l: {
      line: [
        [0, 0.5],
        [1, 0.5],
      ],
    },
  };
  const file = { url: "/media/a.mp4", type: "file" };
  const bad: [string, unknown, string][] = [
    ["neither source nor input", { stream_id: "a" }, "source"],
    ["source and input together", { source, input: { data: picture } }, "input"],
    ["an unknown profile", { source, profile: "moon_base" }, "profile"],
    ["an unknown model", { source, model: "gpt" }, "model"],
    ["an unknown behavior", { source, behaviors: [{ type: "dancing" }] }, "behaviors[0].type"],
    [
      "a behavior that there is not",
      { source, behaviors: [{ type: "intrusion" }, { type: "teleporting" }] },
      "behaviors[1].type",
    ],
    [
      "a speed in a zone of unknown size",
      { source, context: { zones }, behaviors: [{ type: "speeding", zone: "yard", max_mps: 8 }] },
      "behaviors[0].zone",
    ],
    [
      "a speed without a zone",
      { source, behaviors: [{ type: "speeding", max_mps: 8 }] },
      "behaviors[0].zone",
    ],
    [
      "a zone of a size in two ways",
      {
        source,
        context: { zones: { y: { ...yard.yard, metres: { width: 3, corners: street } } } },
      },
      "context.zones.y.metres",
    ],
    [
      "a size whose corners are in the wrong order",
      {
        source,
        context: {
          zones: { y: { ...yard.yard, metres: { corners: [0, 2, 1, 3].map((i) => street[i]) } } },
        },
      },
      "context.zones.y.metres",
    ],
    [
      "a line with a size",
      { source, context: { zones: { l: { ...line.l, metres: { width: 3, height: 4 } } } } },
      "context.zones.l.metres",
    ],
    [
      "a zone for the loss of the video",
      { source, context: { zones }, behaviors: [{ type: "video_loss", zone: "yard" }] },
      "behaviors[0].zone",
    ],
    [
      "a zone that is not there",
      { source, behaviors: [{ type: "intrusion", zone: "attic" }] },
      "behaviors[0].zone",
    ],
    [
      "a line where an area is needed",
      { source, context: { zones: line }, behaviors: [{ type: "intrusion", zone: "l" }] },
      "behaviors[0].zone",
    ],
    [
      "an area where a line is needed",
      { source, context: { zones }, behaviors: [{ type: "line_crossing", line: "yard" }] },
      "behaviors[0].line",
    ],
    [
      "a line crossing without a line",
      { source, behaviors: [{ type: "line_crossing" }] },
      "behaviors[0].line",
    ],
    [
      "loitering without seconds",
      { source, behaviors: [{ type: "loitering" }] },
      "behaviors[0].seconds",
    ],
    [
      "crowding without a number",
      { source, behaviors: [{ type: "crowding" }] },
      "behaviors[0].min_count",
    ],
    [
      "a wrong direction without the right one",
      { source, behaviors: [{ type: "wrong_direction" }] },
      "behaviors[0].heading",
    ],
    [
      "a parameter of another behavior",
      { source, behaviors: [{ type: "intrusion", heading: 3 }] },
      "behaviors[0].heading",
    ],
    [
      "a polygon that crosses itself",
      { source, context: { zones: crossing } },
      "context.zones.x.polygon",
    ],
    [
      "a box turned inside out",
      { source, context: { zones: { b: { xyxy: [0.5, 0, 0.2, 1] } } } },
      "context.zones.b.xyxy",
    ],
    ["a zone without a shape", { source, context: { zones: { b: {} } } }, "context.zones.b"],
    [
      "a zone with two shapes",
      {
        source,
        context: {
          zones: {
            b: {
              xyxy: [0, 0, 1, 1],
              line: [
                [0, 0],
                [1, 1],
              ],
            },
          },
        },
      },
      "context.zones.b",
    ],
    [
      "a line without length",
      {
        source,
        context: {
          zones: {
            b: {
              line: [
                [0, 0],
                [0, 0],
              ],
            },
          },
        },
      },
      "context.zones.b.line",
    ],
    ["classes that the model cannot see", { source, detect: ["submarine"] }, "detect"],
    [
      "behavior classes that the model cannot see",
      { source, behaviors: [{ type: "intrusion", classes: ["yak"] }] },
      "behaviors[0].classes",
    ],
    [
      "a mask that crosses itself",
      {
        source,
        masks: [
          {
            polygon: [
              [0, 0],
              [1, 1],
              [1, 0],
              [0, 1],
            ],
          },
        ],
      },
      "masks[0].polygon",
    ],
    [
      "a second stream of another kind",
      { source: { ...source, sub_url: "rtsps://10.0.0.9/2" } },
      "source.sub_url",
    ],
    [
      "a second stream that is the first",
      { source: { ...source, sub_url: source.url } },
      "source.sub_url",
    ],
    [
      "a second stream of a file",
      { source: { url: "/clips/a.mp4", type: "file", sub_url: "rtsp://10.0.0.9/2" } },
      "source.sub_url",
    ],
    [
      "a line break",
      { source: { url: "rtsp://10.0.0.1/x\r\nTEARDOWN", type: "rtsp" } },
      "source.url",
    ],
    ["text that is no address", { source: { url: "camera 5", type: "rtsp" } }, "source.url"],
    ["an address without a host", { source: { url: "rtsp:///x", type: "rtsp" } }, "source.url"],
    [
      "a scheme other than the type",
      { source: { url: "rtsps://10.0.0.9/", type: "rtsp" } },
      "source.url",
    ],
    ["an http address", { source: { url: "http://10.0.0.9/", type: "rtsp" } }, "source.url"],
    [
      "an unreadable password in the address",
      { source: { url: "rtsp://u:s3cret/x@10.0.0.9:port/", type: "rtsp" } },
      "source.url",
    ],
    ["a file URL", { source: { url: "file:///etc/passwd", type: "file" } }, "source.url"],
    ["a relative path", { source: { url: "../x.mp4", type: "file" } }, "source.url"],
    ["credentials for a file", { source: { ...file, password: "s3cret" } }, "source.password"],
    ["data that is not base64", { input: { data: "@@@@" } }, "input.data"],
    ["base64 of the wrong length", { input: { data: picture.slice(1) } }, "input.data"],
    [
      "data that is no picture",
      { input: { data: Buffer.from("hello, I am text only").toString("base64") } },
      "input.data",
    ],
    ["a data URL without base64", { input: { data: "data:image/jpeg,abc" } }, "input.data"],
    [
      "a type that the content contradicts",
      { input: { data: picture, mime_type: "image/png" } },
      "input.mime_type",
    ],
    [
      "a data URL that the content contradicts",
      { input: { data: `data:image/webp;base64,${picture}` } },
      "input.mime_type",
    ],
  ];
  for (const [name, body, param] of bad) {
    test(name, async () => {
      assert.equal(await faultOf(body), `invalid_request_body ${param}`);
    });
  }

  test("a webhook address that the guard refuses", async () => {
    const check = (): never => {
      throw fail("forbidden_address", "no", { param: "outputs.webhook_url" });
    };
    const outputs = { webhook_url: "https://10.0.0.1/x" };
    const error = await codedError(() => prepare({ source, outputs }, undefined, { check }));
    assert.equal(`${error.code} ${error.param}`, "forbidden_address outputs.webhook_url");
  });

  test("incidents go to the address that the request names, which no echo shows", async () => {
    const outputs = { delivery: ["webhook"], webhook_url: "https://mine.example/hook?key=1" };
    const { input, inputEcho, warnings } = await prepare({ source, outputs });
    const { settings } = input as unknown as { settings: { webhookUrl?: string } };
    assert.equal(settings.webhookUrl, outputs.webhook_url);
    assert.deepEqual(inputEcho["outputs"], { delivery: ["webhook"] });
    assert.deepEqual(warnings, [nothingSet]);
  });

  test("a format in the other format's field counts, and the answer warns", async () => {
    const outputs = { format: "annotated" };
    const behaviors = [{ type: "intrusion" }];
    const { input, warnings } = await prepare({ source, behaviors, outputs });
    assert.equal((input as unknown as { settings: StreamSettings }).settings.annotated, true);
    assert.match(warnings!.join(), /Use output\.format$/);
  });

  test("a stream that asks for webhooks is warned when none can receive", async () => {
    const problem = (): string => "nobody";
    const warningsOf = async (outputs: object | undefined, knows = false) => {
      const body = { source, behaviors: [{ type: "intrusion" }], ...(outputs ? { outputs } : {}) };
      return (await prepare(body, undefined, { problem, knows: () => knows })).warnings;
    };
    const webhook_url = "https://mine.example/hook";
    assert.deepEqual(await warningsOf({ delivery: ["webhook"] }), ["nobody"]);
    assert.deepEqual(await warningsOf({ delivery: ["sse"] }), []);
    assert.deepEqual(await warningsOf(undefined), [], "it did not ask");
    assert.deepEqual(await warningsOf({ webhook_url }), [], "the address gets a webhook");
    assert.deepEqual(await warningsOf({ webhook_url }, true), ["nobody"]);
    const [unused] = (await warningsOf({ delivery: ["sse"], webhook_url })) ?? [];
    assert.match(unused ?? "", /^outputs.webhook_url: is not used/);
  });

  test("an address that the site does not allow is refused by its field, the sub-stream's too", async () => {
    const check = (source: SourceSpec): Promise<SourceSpec> =>
      source.url.includes("203.0.113.9")
        ? Promise.reject(fail("forbidden_address", "not there"))
        : Promise.resolve(source);
    const live = (url: string, sub_url: string) => ({ source: { type: "rtsp", url, sub_url } });
    const cases: [object, string][] = [
      [live("rtsp://203.0.113.9/a", "rtsp://10.0.0.9/b"), "source.url"],
      [live("rtsp://10.0.0.9/a", "rtsp://203.0.113.9/b"), "source.sub_url"],
    ];
    for (const [body, param] of cases) {
      const error = await codedError(() => prepare(body, check));
      assert.deepEqual([error.code, error.param], ["forbidden_address", param]);
    }
  });

  test("a file outside the media directories, with the field at fault", async () => {
    const refuse = () => Promise.reject(fail("file_not_allowed", "not below a media directory"));
    const error = await codedError(() => prepare({ source: file }, refuse));
    assert.deepEqual([error.code, error.param], ["invalid_request_body", "source.url"]);
    assert.match(error.message, /file_not_allowed/);
  });
});
