// Waits for a job and prints its progress and the duration of its steps.
// GATEHOUSE_URL=… GATEHOUSE_KEY=… node examples/wait-for-job.js <job id>
import { Gatehouse, GatehouseApiError } from "@gatehouse/client";

const { GATEHOUSE_URL: baseUrl, GATEHOUSE_KEY: apiKey } = process.env;
const gatehouse = new Gatehouse({ baseUrl, apiKey });
const [, , jobId] = process.argv;

try {
  const job = await gatehouse.jobs.wait(jobId, {
    onProgress: ({ status, payload }) => console.log(`${status}: ${payload.phase}`),
  });
  const { data } = await gatehouse.jobs.getJob({ job_id: job.job_id, expand: "diagnostics" });
  for (const { name, duration_ms: ms } of data.expanded.diagnostics.steps) {
    console.log(`${name}: ${ms ?? "?"} ms`);
  }
  process.exitCode = job.status === "completed" ? 0 : 1;
} catch (error) {
  if (!(error instanceof GatehouseApiError)) throw error;
  console.error(`${error.code} (request ${error.requestId})`);
  process.exitCode = 2;
}
