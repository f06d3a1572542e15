import assert from "node:assert/strict";
import { test } from "node:test";
import { grouped, RescueCode } from "../../../../src/base/keys/rescue-code.ts";
import { FakeClock } from "../../../support/box/fake-clock.ts";

const wrong = (code: string): string => (code.startsWith("0") ? "1" : "0") + code.slice(1);

test("a rescue code has 80 bits, another one each time, and is taken however it is typed", () => {
  const codes = new RescueCode({ clock: new FakeClock(0) });
  const first = codes.issue();
  const code = codes.issue();
  assert.match(code, /^[0-9A-HJKMNP-TV-Z]{16}$/);
  assert.notEqual(first, code);
  assert.throws(() => codes.check(first, "192.0.2.1"), { code: "invalid_rescue_code" });
  codes.check(code, "192.0.2.1");
  codes.check(` ${grouped(code).toLowerCase().replaceAll(" ", "-")} `, "192.0.2.1");
  codes.check(code.replaceAll("0", "o").replaceAll("1", "l"), "192.0.2.1");
  codes.spend();
  assert.throws(() => codes.check(code, "192.0.2.1"), { code: "invalid_rescue_code" });
  assert.throws(() => codes.check("", "192.0.2.1"), { code: "invalid_rescue_code" });
});

test("ten wrong codes a minute are counted per address, and the right one is refused with them", () => {
  const clock = new FakeClock(0);
  const codes = new RescueCode({ clock });
  const code = codes.issue();
  for (let n = 0; n < 10; n += 1) {
    assert.throws(() => codes.check(wrong(code), "192.0.2.1"), { code: "invalid_rescue_code" });
    clock.advance(1000);
  }
  assert.throws(() => codes.check(code, "192.0.2.1"), { code: "rate_limited", retryAfterSec: 50 });
  codes.check(code, "192.0.2.2");
  clock.advance(51_000);
  codes.check(code, "192.0.2.1");
});

test("after thirty wrong codes from wherever no code is taken any more", () => {
  const clock = new FakeClock(0);
  const codes = new RescueCode({ clock });
  const code = codes.issue();
  for (let n = 0; n < 30; n += 1) {
    const address = `192.0.2.${n}`;
    assert.throws(() => codes.check(wrong(code), address), { code: "invalid_rescue_code" });
  }
  clock.advance(86_400_000);
  assert.throws(() => codes.check(code, "192.0.2.99"), {
    code: "rate_limited",
    message: /Restart the box/,
  });
});
