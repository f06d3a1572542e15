import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { limits } from "../../../src/base/contract/limits.ts";
import type { HttpAnswer } from "../../support/http/ask.ts";
import type { Rig } from "../../support/http/rig.ts";
import {
  path,
  picture,
  startPictureRig,
  nest,
  sendChunked,
} from "../../support/http/picture-rig.ts";

const short = picture(300).toString("base64");
const long = picture(150_000).toString("base64");

/** Bodies with DATA where the picture stands, and what is the answer to each. */
const table: Record<string, { text: string; status: number; code?: string; param?: string }> = {
  "a picture": { text: '{"input":{"data":"DATA"}}', status: 202 },
  "slashes escaped": { text: '{"input":{"data":"SLASHES"}}', status: 202 },
  "a data URL": { text: '{"input":{"data":"data:image\\/jpeg;base64,DATA"}}', status: 202 },
  "an escaped name": { text: '{"\\u0069nput":{"d\\u0061ta":"DATA"}}', status: 202 },
  "the type given": { text: '{"input":{"data":"DATA","mime_type":"image/jpg"}}', status: 202 },
  "the last of two names counts": {
    text: '{"input":{"data":"!!!!"},"input":{"data":"nonsense","data":"DATA"}}',
    status: 202,
  },
  "the last of two names is bad": {
    text: '{"input":{"data":"DATA","data":"!!!!"}}',
    status: 400,
    code: "invalid_request_body",
    param: "input.data",
  },
  "32 levels": { text: `{"input":{"data":"DATA"},"free":${nest(31)}}`, status: 202 },
  "33 levels": {
    text: `{"input":{"data":"DATA"},"free":${nest(32)}}`,
    status: 400,
    code: "body_too_deep",
  },
  "the largest number": { text: '{"input":{"data":"DATA"},"n":1e300}', status: 202 },
  "a number beyond all": {
    text: '{"input":{"data":"DATA"},"n":1e400}',
    status: 400,
    code: "invalid_request_body",
    param: "n",
  },
  "the smallest number and a negative zero": {
    text: '{"n":-0,"free":[5e-324,-1e-400,0.1,9007199254740993],"input":{"data":"DATA"}}',
    status: 202,
  },
  "a number with a leading zero": {
    text: '{"input":{"data":"DATA"},"n":01}',
    status: 400,
    code: "invalid_json",
  },
  "a letter too many": bad('{"input":{"data":"DATAA"}}', "input.data"),
  "the URL alphabet": bad('{"input":{"data":"-_AADATA"}}', "input.data"),
  "padding in the middle": bad('{"input":{"data":"AA==DATA"}}', "input.data"),
  "no picture": bad('{"input":{"data":"AAAADATA"}}', "input.data"),
  "a data URL that is no base64": bad('{"input":{"data":"data:image/jpeg,DATA"}}', "input.data"),
  "another type given": bad('{"input":{"data":"DATA","mime_type":"image/png"}}', "input.mime_type"),
  "another type in the URL": bad(
    '{"input":{"data":"data:image/png;base64,DATA"}}',
    "input.mime_type",
  ),
  "an unknown field": bad('{"input":{"data":"DATA","extra":1}}', "input.extra"),
  "the picture in a field of another meaning": bad(
    '{"input":{"data":"DATA"},"text":"DATA"}',
    "text",
  ),
  "a number for a picture": bad('{"input":{"data":5},"free":"DATA"}', "input.data"),
  "no picture at all": bad('{"input":{"mime_type":"DATA"}}', "input.data"),
  "a list": bad('["DATA"]', ""),
  "a token of our own making": bad(
    '{"input":{"data":"blob:01900000-0000-7000-8000-000000000001"},"free":"DATA"}',
    "input.data",
  ),
  "a forbidden name": bad('{"input":{"data":"DATA"},"free":{"__proto__":1}}', "__proto__"),
  "too many members": {
    text: `{"input":{"data":"DATA"},"free":{${Array.from({ length: 2001 }, (_, at) => `"k${at}":1`).join(",")}}}`,
    status: 400,
    code: "invalid_request_body",
  },
  "a line break in the string": invalidJson('{"input":{"data":"DATA\n"}}'),
  "a bad escape": invalidJson('{"input":{"data":"DATA\\x"}}'),
  "half an escape": invalidJson('{"input":{"data":"DATA\\u12"}}'),
  "an end inside of the string": invalidJson('{"input":{"data":"DATA'),
  "an end outside of it": invalidJson('{"input":{"data":"DATA"'),
  "something behind": invalidJson('{"input":{"data":"DATA"}}]'),
  "two strings side by side": invalidJson('{"input":{"data":"DATA""DATA"}}'),
  "the other bracket": invalidJson('{"input":{"data":"DATA"]}'),
};

function bad(text: string, param: string) {
  return { text, status: 400, code: "invalid_request_body", ...(param === "" ? {} : { param }) };
}

function invalidJson(text: string) {
  return { text, status: 400, code: "invalid_json" };
}

function filled(text: string, data: string): string {
  return text.replaceAll("SLASHES", data.replaceAll("/", "\\/")).replaceAll("DATA", data);
}

describe("one answer to a body, however it arrives", () => {
  let rig: Rig;
  before(async () => {
    rig = await startPictureRig();
  });
  after(() => rig.stop());

  /** What callers see of an answer, apart from ids, times and the size of the picture. */
  async function seen(answer: { status: number; json: unknown }): Promise<unknown> {
    // oxlint-disable-next-line typescript/no-explicit-any -- answers of every shape
    const json = answer.json as any;
    if (json.error) {
      const { code, message, param, details, retryable } = json.error;
      return { status: answer.status, code, message, param, details, retryable };
    }
    const job = rig.jobs.get("default", json.data.job_id)!;
    const { sizeBytes: _size, ...echo } = job.inputEcho;
    return { status: answer.status, type: json.data.type, echo };
  }

  for (const [what, { text, status, code, param }] of Object.entries(table)) {
    test(what, async () => {
      const small = filled(text, short);
      const padded = " ".repeat(limits.blobStringBytes) + small;
      const ways = {
        "in one piece": await rig.ask(path, { method: "POST", raw: small }),
        "through the intake": await rig.ask(path, { method: "POST", raw: padded }),
        "without a length": await sendChunked(rig, small),
        "with a large picture": await rig.ask(path, { method: "POST", raw: filled(text, long) }),
      };
      const first = await seen(ways["in one piece"]);
      assert.deepEqual(
        { status: ways["in one piece"].status, ...pick(ways["in one piece"]) },
        {
          status,
          ...(code === undefined ? {} : { code }),
          ...(param === undefined ? {} : { param }),
        },
      );
      for (const [way, answer] of Object.entries(ways)) {
        assert.deepEqual(await seen(answer), first, way);
      }
    });
  }

  function pick({ json }: HttpAnswer): { code?: string; param?: string } {
    if (!json.error) return {};
    const { code, param } = json.error;
    return { code, ...(param === undefined ? {} : { param }) };
  }
});
