// Sends a robot to the position of the newest incident, lets it observe there and make an announcement, in one run.
// GATEHOUSE_URL=… GATEHOUSE_KEY=… node examples/look-at-incident.js rover
import { Gatehouse } from "@gatehouse/client";

const { GATEHOUSE_URL: baseUrl, GATEHOUSE_KEY: apiKey } = process.env;
const gatehouse = new Gatehouse({ baseUrl, apiKey });
const [robot_id] = process.argv.slice(2);

const { data: page } = await gatehouse.surveillance.listIncidents({ limit: 100 });
const incident = page.data.find(({ map_position: place }) => place !== null);
if (!incident) {
  console.error("no incident has a map position: the stream needs a calibration");
  process.exit(2);
}
const { frame, x, y } = incident.map_position;
console.log(`${incident.type} at ${x}, ${y}: ${incident.summary}`);

const around = 0.5;
const polygon = [
  [x - around, y - around],
  [x + around, y - around],
  [x + around, y + around],
  [x - around, y + around],
];
const { data: accepted } = await gatehouse.runs.createRun({
  steps: [
    {
      id: "go",
      namespace: "robots",
      method: "command",
      input: { robot_id, command: { command: "move_to", target: { frame, x, y } } },
      timeout_seconds: 120,
    },
    {
      id: "look",
      namespace: "robots",
      method: "run",
      depends_on: ["go"],
      input: {
        robot_id,
        task: "observe",
        zones: [{ name: "incident", type: "observe", frame, polygon }],
        dwell_seconds: 1,
      },
    },
    {
      id: "tell",
      namespace: "robots",
      method: "command",
      depends_on: ["look"],
      on_error: "continue",
      input: { robot_id, command: { command: "announce", message: "I am here" } },
    },
  ],
});
const run = await gatehouse.runs.wait(accepted.job_id, { timeoutMs: 180_000 });
for (const { id, status, error } of run.steps) {
  console.log(`${id}: ${status}${error ? ` (${error.message})` : ""}`);
}
process.exitCode = run.status === "completed" ? 0 : 1;
