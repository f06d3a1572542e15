import { type Static, Type } from "typebox";
import { oneOfValues } from "../base/contract/answers.ts";
import { dataClasses, endpointKinds } from "./uplink-terms.ts";
import { amount, choice, count, section, organisationSetting } from "../base/settings/fields.ts";

const namePattern = "^[a-z][a-z0-9-]{0,31}$";

function file(title: string) {
  return Type.Optional(Type.String({ title, minLength: 1, maxLength: 4096 }));
}

const endpoint = section("A model endpoint", {
  name: Type.String({ title: "Name that routes refer to it by", pattern: namePattern }),
  kind: Type.Unsafe<(typeof endpointKinds)[number]>({
    type: "string",
    enum: [...endpointKinds],
    title:
      "Its protocol; `openai-compatible`: servers such as LocalAI or vLLM; " +
      "`service`: another server with this box's own API, which does whole jobs",
  }),
  url: Type.Optional(
    Type.String({
      title:
        "Base address; needed for `openai-compatible` (as `http://10.0.0.5:8080/v1`) and " +
        "`service` (without `/api/v1`), else the provider's own",
      pattern: "^https?://[^\\s/?#@]+(/[^\\s?#]*)?$",
      maxLength: 2048,
    }),
  ),
  key_file: file("File with the API key in its first line"),
  key_credential: Type.Optional(
    Type.String({
      title: "Name of the systemd credential that is the API key (LoadCredential=)",
      pattern: "^[A-Za-z0-9._-]{1,255}$",
    }),
  ),
  ca_file: file("Certificate authority (PEM) of the endpoint, instead of the public ones"),
  data: Type.Array(oneOfValues(dataClasses), {
    title: "Data classes that the box may send to it; docs/integration/uplink.md",
    default: ["media", "brand", "voice"],
    uniqueItems: true,
    maxItems: dataClasses.length,
  }),
  timeout_seconds: amount({
    title: "Time limit from the connection to the end of the answer",
    unit: "seconds",
    default: 300,
    minimum: 1,
    maximum: 3600,
  }),
  submissions_per_second: amount({
    title: "Submissions per second",
    unit: "requests per second",
    default: 2,
    minimum: 0.01,
    maximum: 100,
  }),
  parallel: count({
    title: "Submissions in progress at once",
    default: 4,
    minimum: 1,
    maximum: 64,
  }),
  on_unknown_outcome: choice(["fail", "repeat"], {
    title:
      "A request that left and got no answer: `fail` ends the job, `repeat` sends it again with the " +
      "same Idempotency-Key, which bills twice where the endpoint does not know that header",
    default: "fail",
  }),
});

const routeEntry = section("An endpoint of a route", {
  endpoint: Type.String({ title: "Name of the endpoint", pattern: namePattern }),
  model: Type.Optional(
    Type.String({
      title: "Model on the endpoint; absent for a `service`",
      minLength: 1,
      maxLength: 200,
    }),
  ),
  cost_per_request: Type.Optional(
    Type.Number({
      title: "Estimated cost for the budget if the endpoint does not report it",
      minimum: 0,
      maximum: 1_000_000,
    }),
  ),
});

function route(title: string) {
  return Type.Array(routeEntry, { title, default: [], maxItems: 8 });
}

const budgetFields = {
  requests_per_day: count({
    title:
      "Largest number of requests to model endpoints per organisation and day (UTC). 0 means no limit",
    unit: "requests",
    default: 0,
    minimum: 0,
    maximum: 1_000_000_000,
  }),
  cost_per_day: amount({
    title:
      "Largest cost per organisation and day (UTC), in the currency of the endpoints. 0 means no limit",
    default: 0,
    minimum: 0,
    maximum: 1_000_000_000,
  }),
};

/** The way out to model endpoints. */
export const uplink = section("Uplink to model endpoints; docs/integration/uplink.md", "live", {
  endpoints: Type.Array(endpoint, {
    title: "Model endpoints: servers that run models for the box",
    default: [],
    maxItems: 32,
  }),
  routes: section("Endpoints for each kind of work, the preferred one first", {
    image: route("Endpoints and models that generate pictures, the preferred one first"),
    image_edit: route("Endpoints and models that change pictures, the preferred one first"),
    text: route(
      "Endpoints and models that write texts and structured answers, the preferred one first",
    ),
    vision: route(
      "Endpoints and models that describe pictures in texts and structured answers, the preferred one first",
    ),
    speech: route("Endpoints and models that speak texts, the preferred one first"),
  }),
  ...budgetFields,
  budgets: Type.Array(
    section("The budget of one organisation, instead of the general one", {
      organisation: organisationSetting("Organisation"),
      ...budgetFields,
    }),
    {
      title:
        "Organisations with their own budgets, instead of `requests_per_day` and `cost_per_day`",
      default: [],
      maxItems: 1000,
    },
  ),
});

/** The uplink as written. */
export type UplinkYaml = Static<typeof uplink>;
