/**
 * A process with one job that leaves the box, and that kills itself with SIGKILL at a given step. Argument:
 * JSON with `dir`, `endpoint` (of `make-uplink.ts`), `killAt` or nothing. Prints how the job ended.
 */
import type {
  EndpointCall,
  Endpoint,
  ModelEndpoint,
  ServiceEndpoint,
} from "../../../src/uplink/endpoint-port.ts";
import type { ModelUplink } from "../../../src/uplink/model-uplink.ts";
import { caller, echoOperation, makeJobs } from "../jobs/make-jobs.ts";
import { makeUplink, type TestEndpoint } from "./make-uplink.ts";
import { until } from "../box/wait.ts";

const { dir, endpoint, killAt } = JSON.parse(process.argv[2]!) as {
  dir: string;
  endpoint: TestEndpoint;
  killAt?: string;
};
const t = { after: () => {} };
const at = (step: string): void => {
  if (step === killAt) process.kill(process.pid, "SIGKILL");
};

const marked = (call: EndpointCall): EndpointCall => ({
  ...call,
  async beforeSend(bytes) {
    at("connected");
    await call.beforeSend(bytes);
    at("marked");
  },
});

function modelsThatDie(inner: ModelEndpoint): ModelEndpoint {
  return {
    async ask(question, call) {
      const answer = await inner.ask(question, marked(call));
      at("answered");
      return answer;
    },
  };
}

function serviceThatDies(inner: ServiceEndpoint): ServiceEndpoint {
  return {
    async submit(job, call) {
      const accepted = await inner.submit(job, marked(call));
      at("answered");
      return accepted;
    },
    async poll(jobId, options) {
      at("accepted");
      const found = await inner.poll(jobId, options);
      at(found.job.status === "completed" ? "ended" : "looked");
      return found;
    },
    cancel: (jobId, signal) => inner.cancel(jobId, signal),
    download: (url, options) => inner.download(url, options),
  };
}

function dying(inner: Endpoint): Endpoint {
  const { models, service } = inner;
  return {
    ...inner,
    ...(models ? { models: modelsThatDie(models) } : {}),
    ...(service ? { service: serviceThatDies(service) } : {}),
  };
}

const need = { capability: "image", dataClass: "media" } as const;
let uplink: ModelUplink | undefined;
const made = await makeJobs(t, {
  dir,
  async setup(jobs, { store }) {
    const model = endpoint.kind === "service" ? null : "gpt-image-1";
    uplink = await makeUplink(t, {
      dir,
      store,
      endpoints: [endpoint],
      wrap: dying,
      routes: { image: [{ endpoint: endpoint.name, model }] },
      isJobLive: (org, id) => jobs.isLive(org, id),
    });
    await uplink.start();
    jobs.register({
      type: "run",
      concurrency: 4,
      gate: uplink.gate(() => need),
      async run(context) {
        at("begun");
        const text = context.input["text"] as string;
        const path = "/surveillance/streams";
        const body = () => ({ stream_id: text });
        if (await uplink!.forward(context, { ...need, path, body })) {
          at("done");
          return { payload: {} };
        }
        const request = () => ({ prompt: text, aspectRatio: "1:1" });
        const answer = await uplink!.ask(context, { ...need, step: "generate", request });
        at("done");
        return { payload: { bytes: answer.pictures[0]!.bytes.length } };
      },
    });
  },
});
const idempotency = { key: "one", fingerprint: "one" };
const { job } = await made.jobs.submit(
  echoOperation(),
  { text: "job" },
  { caller: caller(), idempotency },
);
const end = () => made.jobs.get("default", job.id)!;
await until(() => end().completedAtMs !== null, { deadlineMs: 30_000 });
console.log(JSON.stringify({ status: end().status, error: end().error?.code ?? null }));
await made.stop();
