import assert from "node:assert/strict";
import { test } from "node:test";
import { SignInLimits } from "../../../../src/base/people/sign-in-limits.ts";
import { FakeClock } from "../../../support/box/fake-clock.ts";

const minuteMs = 60_000;
const owner = { address: "192.0.2.1", browser: undefined };
const stranger = { address: "192.0.2.66", browser: undefined };
const locked = { code: "rate_limited" };

test("five wrong passwords make a place wait, longer each time, 15 minutes at most", () => {
  const clock = new FakeClock();
  const limits = new SignInLimits({ clock });
  for (let count = 0; count < 5; count += 1) {
    limits.check("anna", stranger);
    limits.count("anna", stranger);
  }
  assert.throws(() => limits.check("Anna ", stranger), locked);
  clock.advance(minuteMs / 2);
  limits.check("anna", stranger);
  for (let count = 0; count < 20; count += 1) limits.count("anna", stranger);
  clock.advance(15 * minuteMs - 1);
  assert.throws(() => limits.check("anna", stranger), locked);
  clock.advance(1);
  limits.check("anna", stranger);
});

test("a stranger's guesses keep the owner out at no other address", () => {
  const limits = new SignInLimits({ clock: new FakeClock() });
  for (let count = 0; count < 20; count += 1) limits.count("anna", stranger);
  limits.check("anna", owner);
});

test("guesses from many addresses are bounded together, but not in a browser that the account knows", () => {
  const clock = new FakeClock();
  const limits = new SignInLimits({ clock });
  for (let count = 0; count < 60; count += 1) {
    limits.count("anna", { address: `198.51.100.${count}`, browser: undefined });
  }
  assert.throws(() => limits.check("anna", owner), locked);
  limits.check("anna", { ...owner, browser: "known" });
  clock.advance(60 * minuteMs);
  limits.check("anna", owner);
});

test("the right password forgets the wrong ones of its place", () => {
  const limits = new SignInLimits({ clock: new FakeClock() });
  for (let count = 0; count < 4; count += 1) limits.count("anna", owner);
  limits.count("anna", owner);
  limits.forgive("anna", owner);
  limits.check("anna", owner);
});

test("it remembers 10 000 places at most, the latest", () => {
  const limits = new SignInLimits({ clock: new FakeClock() });
  for (let count = 0; count < 5; count += 1) limits.count("anna", stranger);
  for (let count = 0; count < 10_001; count += 1) limits.count(`name ${count}`, owner);
  limits.check("anna", stranger);
});
