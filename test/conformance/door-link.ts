import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import type { DoorLink, DoorWords } from "../../src/robots/doors/door-port.ts";
import { doorLimits } from "../../src/robots/doors/door-terms.ts";
import { until } from "../support/box/wait.ts";

/** A door with its connection. */
export interface DoorSubject {
  link: DoorLink;
  /** The door says this from now on. */
  say(state: string): void;
  /** Requests that reached the door. */
  requests: readonly string[];
  /** The door cannot be reached from now on; the answer repairs that. */
  breakIt(): Promise<() => Promise<void>>;
}

/** The promises of `DoorLink`. Its door's states are `open` and `closed`, its requests `open` and `close`. */
export function conformsDoorLink(
  make: (t: TestContext) => Promise<DoorSubject>,
  more: { skip?: string | false } = {},
): void {
  const listen = (t: TestContext, { link }: DoorSubject) => {
    const words: DoorWords[] = [];
    const problems: string[] = [];
    link.open({
      onWords: (each) => void words.push(each),
      onProblem: (problem) => void problems.push(problem),
    });
    t.after(() => link.close());
    return { words, problems, last: () => words.at(-1)?.state };
  };

  test("it reports what the door says, and each change", more, async (t) => {
    const subject = await make(t);
    const heard = listen(t, subject);
    subject.say("closed");
    await until(() => heard.last() === "closed", { what: "closed" });
    subject.say("open");
    await until(() => heard.last() === "open", { what: "open" });
  });

  test("requests reach the door once each, and in their order", more, async (t) => {
    const subject = await make(t);
    const heard = listen(t, subject);
    subject.say("closed");
    await until(() => heard.last() === "closed", { what: "the door" });
    assert.equal(subject.link.hasClose, true);
    await subject.link.request({ kind: "open", level: null });
    await subject.link.request({ kind: "close" });
    await until(() => subject.requests.length >= 2, { what: "the requests" });
    assert.deepEqual(subject.requests, ["open", "close"]);
  });

  test(
    "a door that cannot be reached is a problem, and requests fail in time and are never sent later",
    more,
    async (t) => {
      const subject = await make(t);
      const heard = listen(t, subject);
      subject.say("closed");
      await until(() => heard.last() === "closed", { what: "the door" });
      const repair = await subject.breakIt();
      const before = heard.problems.length;
      await until(() => heard.problems.length > before, { what: "the problem" });
      const startMs = performance.now();
      await assert.rejects(subject.link.request({ kind: "open", level: null }), {
        code: "door_unreachable",
      });
      assert.ok(performance.now() - startMs < 3 * doorLimits.requestMs);
      await repair();
      subject.say("open");
      await until(() => heard.last() === "open", { what: "the door again" });
      assert.deepEqual(subject.requests, []);
    },
  );

  test("nothing is reported after its end", more, async (t) => {
    const subject = await make(t);
    const heard = listen(t, subject);
    subject.say("closed");
    await until(() => heard.last() === "closed", { what: "the door" });
    await subject.link.close();
    const count = heard.words.length + heard.problems.length;
    subject.say("open");
    await assert.rejects(
      until(() => heard.words.length + heard.problems.length > count, { deadlineMs: 600 }),
    );
  });
}
