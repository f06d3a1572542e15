/**
 * Authenticated `GET /jobs/<id>` of the appliance against bare fastify answering the same bytes, in
 * turn, in the same run. Bound (issue: numbers): rate ratio >= 0.5.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import autocannon from "autocannon";
import { startAppliance } from "../support/appliance.ts";

const seconds = Number(process.argv[2] ?? 5);
const rounds = 3;

const bareServer = `
import Fastify from "fastify";
const payload = process.env.PAYLOAD;
const app = Fastify();
app.get("/api/v1/jobs/:id", (_request, reply) => reply.type("application/json").send(payload));
await app.listen({ port: 0, host: "127.0.0.1" });
console.log(app.server.address().port);
`;

async function rate(url: string, headers: Record<string, string>): Promise<number> {
  const result = await autocannon({ url, headers, connections: 16, duration: seconds });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} refused answers`);
  return result.requests.average;
}

const box = await startAppliance({
  yaml: "limits: { reads_per_minute: 10000000 }\nlog: { level: warn }",
});
const made = await box.post("/api/v1/surveillance/streams", {
  source: { type: "rtsp", url: "rtsp://127.0.0.1:9/none" },
});
const jobId = made.body.data.job_id as string;
await box.post(`/api/v1/jobs/${jobId}/cancel`);
await box.get(`/api/v1/jobs/${jobId}?wait_for_completion=true`);
const path = `/api/v1/jobs/${jobId}`;
const payload = await (await box.fetch(path)).text();
const bare = spawn(process.execPath, ["--input-type=module", "-e", bareServer], {
  env: { ...process.env, PAYLOAD: payload },
  stdio: ["ignore", "pipe", "inherit"],
});
const [port] = (await once(createInterface({ input: bare.stdout }), "line")) as [string];
const ours: number[] = [];
const theirs: number[] = [];
for (let round = 0; round < rounds; round += 1) {
  ours.push(await rate(box.url + path, { authorization: `Bearer ${box.key}` }));
  theirs.push(await rate(`http://127.0.0.1:${port}${path}`, {}));
}
bare.kill("SIGKILL");
await box.stop();
const ratios = ours.map((each, i) => each / theirs[i]!).toSorted((a, b) => a - b);
console.log(
  `GET job: appliance ${ours.map((each) => each.toFixed(0)).join(" ")} /s  bare fastify ${theirs.map((each) => each.toFixed(0)).join(" ")} /s  ratio ${ratios[1]!.toFixed(2)}  bound 0.5`,
);
