import assert from "node:assert/strict";
import { test } from "node:test";
import type { Event } from "../../../../src/base/events/event.ts";
import { eventMessage } from "../../../../src/notifications/mqtt/event-message-wire.ts";

test("a message of the bus has whole seconds around times with their fractions", () => {
  const data = { id: "i", started_at: 1_763_640_000.25 };
  const place = { seq: 1, epoch: "e", boxId: "b", org: "default", v: 1 } as const;
  const event: Event = { ...place, type: "incident.created", atMs: 1_763_640_000_900, data };
  const message = JSON.parse(eventMessage(event, { job: undefined, withLinks: false })!) as {
    created_at: number;
    data: { started_at: number };
  };
  assert.deepEqual(
    [message.created_at, message.data.started_at],
    [1_763_640_000, 1_763_640_000.25],
  );
});
