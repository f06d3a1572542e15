import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { until } from "../../support/box/wait.ts";
import { noNats } from "../../support/fleet/nats-server.ts";
import { type SiteBox, startSite } from "../../support/fleet/site-boxes.ts";
import { openSse, type SseClient } from "../../support/http/sse.ts";

const path = "/api/v1/robots/events?telemetry=false";
const start = "sim: { start: { frame: map, x: 0, y: 0 } }";
const robot = (id: string) => `robots: [{ id: ${id}, driver: sim, ${start} }]`;

async function open(t: TestContext, box: SiteBox, lastEventId?: string): Promise<SseClient> {
  const resume = lastEventId === undefined ? {} : { "last-event-id": lastEventId };
  const client = await openSse(box.url + path, { authorization: `Bearer ${box.key}`, ...resume });
  t.after(() => client.close());
  return client;
}

/** Commands the robot of this box, once it has the lease; resolves with the id of the command. */
async function command(box: SiteBox, id: string): Promise<string> {
  let commandId: string | undefined;
  const send = async (): Promise<boolean> => {
    const { status, body } = await box.post(`/api/v1/robots/${id}/command`, {
      command: { command: "set_speed_limit", max_speed_mps: 0.4 },
    });
    if (status === 200) commandId = body.data.command_id as string;
    return commandId !== undefined;
  };
  await until(send, { what: "an accepted command", everyMs: 100 });
  return commandId!;
}

/** The ids of the commands in the events, each once, in the order of their first event. */
function commandsOf({ events }: SseClient): string[] {
  return [...new Set(events.map(({ data }) => data.command_id as string))];
}

async function sees(client: SseClient, ids: readonly string[]): Promise<void> {
  await until(() => ids.every((id) => commandsOf(client).includes(id)), {
    what: `${ids.join()} in ${commandsOf(client).join()}`,
  });
}

/** No event came twice: of each command every state once. */
function assertOnce({ events }: SseClient): void {
  const told = events.map(({ event, data }) => `${event} ${data.command_id} ${data.state}`);
  assert.deepEqual(told, [...new Set(told)]);
}

test(
  "a reader on one box follows all boxes, and misses nothing of one that was away",
  { skip: noNats },
  async (t) => {
    const [a, b] = (await startSite(t, [robot("ant"), robot("bee")])) as [SiteBox, SiteBox];
    const reader = await open(t, a);
    const first = [await command(b, "bee"), await command(a, "ant")];
    await sees(reader, first);
    const other = await open(t, b, reader.headers.get("x-svc-last-event-id")!);
    await sees(other, first);

    const place = reader.events.at(-1)!.id!;
    reader.close();
    const between = [await command(b, "bee"), await command(a, "ant")];
    const again = await open(t, a, place);
    await sees(again, between);
    for (const id of first) assert.equal(commandsOf(again).includes(id), false, "told before");
    const onOther = await open(t, b, place);
    await sees(onOther, between);
    for (const id of first) assert.equal(commandsOf(onOther).includes(id), false, "told before");

    await b.kill();
    const alone = [await command(a, "ant")];
    await sees(again, alone);
    const during = await open(t, a, again.events.at(-1)!.id);
    await b.restart();
    const after = [await command(b, "bee")];
    await sees(again, after);
    await sees(during, after);
    for (const client of [reader, other, again, onOther, during]) assertOnce(client);
    const broken = await open(t, a, "site~nothing");
    await until(() => broken.events.some(({ event }) => event === "stream.gap"), {
      what: "the gap",
    });
  },
);
