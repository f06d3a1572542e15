// Prints what happens on the box, and goes on where it stopped when it is started again: the place is
// kept in a file. GATEHOUSE_URL=… GATEHOUSE_KEY=… node examples/follow-events.js place.txt
import { readFile, writeFile } from "node:fs/promises";
import { Gatehouse } from "@gatehouse/client";

const { GATEHOUSE_URL: baseUrl, GATEHOUSE_KEY: apiKey } = process.env;
const gatehouse = new Gatehouse({ baseUrl, apiKey });
const [, , file] = process.argv;
const stop = new AbortController();
process.once("SIGINT", () => stop.abort());

const lastEventId = await readFile(file, "utf8").catch(() => undefined);
const events = gatehouse.surveillance.followSurveillanceEvents(
  {},
  {
    signal: stop.signal,
    lastEventId,
    onReconnect: (error) => console.error(`again: ${error.message}`),
  },
);
for await (const { id, type, data } of events) {
  console.log(`${type} ${data.stream_id ?? ""} ${data.summary ?? data.state ?? ""}`.trim());
  // After the work, so that an event is rather seen twice than never.
  if (id !== undefined) await writeFile(file, id);
}
