import assert from "node:assert/strict";
import { test } from "node:test";
import {
  RetryingStills,
  type StillRequest,
} from "../../../../src/adapters/vision/retrying-stills.ts";
import { systemClock } from "../../../../src/base/core/clock.ts";
import { fail } from "../../../../src/base/contract/fail.ts";
import type { ErrorCode } from "../../../../src/base/contract/error-codes.ts";

const still = { jpeg: new Uint8Array(), widthPx: 2, heightPx: 2 };
const request = {} as StillRequest;

/** Stills of a vision process that refuses the first tries with these codes. */
function stillsThatFail(codes: ErrorCode[]): RetryingStills {
  const make = async (): Promise<typeof still> => {
    const code = codes.shift();
    if (code) throw fail(code, "picture: failed. Try again");
    return still;
  };
  return new RetryingStills({ clock: systemClock, isUp: () => true, make });
}

test("a still that found the box overloaded is made once more", async () => {
  assert.equal(await stillsThatFail(["overloaded"]).still(request), still);
});

test("a still that finds the box overloaded twice says so", async () => {
  const stills = stillsThatFail(["overloaded", "overloaded"]);
  await assert.rejects(stills.still(request), { code: "overloaded" });
});

test("a still of video that cannot be decoded is not tried again", async () => {
  await assert.rejects(stillsThatFail(["stream_broken"]).still(request), { code: "stream_broken" });
});
