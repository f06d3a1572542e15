// Watches a camera until Ctrl-C, and prints each incident.
// GATEHOUSE_URL=… GATEHOUSE_KEY=… node examples/watch-camera.js rtsp://192.168.1.20/stream1
import { Gatehouse } from "@gatehouse/client";

const { GATEHOUSE_URL: baseUrl, GATEHOUSE_KEY: apiKey } = process.env;
const gatehouse = new Gatehouse({ baseUrl, apiKey });
const stop = new AbortController();
process.once("SIGINT", () => stop.abort());

const streamId = `watch-${process.pid}`;
const events = gatehouse.surveillance.followSurveillanceEvents(
  { stream_id: streamId },
  { signal: stop.signal },
);
// Connect to the events before the stream begins, so that none is lost.
const first = events.next();
await gatehouse.surveillance.createStream({
  stream_id: streamId,
  source: { type: "rtsp", url: process.argv[2] },
  context: { zones: { picture: { xyxy: [0, 0, 1, 1] } } },
  behaviors: [{ type: "intrusion", zone: "picture", seconds: 0 }],
});
console.log(`watching as ${streamId}`);
for (let next = await first; !next.done; next = await events.next()) {
  const { type, data } = next.value;
  if (type === "stream.status") console.log(`the camera is ${data.state}`);
  if (type === "incident.created") console.log(`${data.severity}: ${data.summary}`);
}
await gatehouse.surveillance.deleteStream({ stream_id: streamId });
console.log("stopped");
