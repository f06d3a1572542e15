/** What a model endpoint can be asked for; each has a route in the site configuration. */
export const capabilities = ["image", "image_edit", "text", "vision", "speech"] as const;

/** One kind of answer that an endpoint may be able to give. */
export type Capability = (typeof capabilities)[number];

/**
 * Classes of data that the egress policy tells apart: `media` (prompts, reference and generated
 * pictures), `brand` (text and pictures of brand pages), `incident` (pictures and facts of the site's
 * cameras), `health` (pictures and signals of people, with their context), `clinical` (texts about
 * patients), `neural` (biosignals), `voice` (texts to be spoken), `robot` (tasks of robots in words, with
 * names of zones).
 */
export const dataClasses = [
  "media",
  "brand",
  "incident",
  "health",
  "clinical",
  "neural",
  "voice",
  "robot",
] as const;

/** What kind of data leaves the box. */
export type DataClass = (typeof dataClasses)[number];

/** What speaks at the other end; `service`: another box or server with this same contract. */
export const endpointKinds = [
  "openai",
  "google",
  "anthropic",
  "openai-compatible",
  "elevenlabs",
  "service",
] as const;

/** How an endpoint is spoken to. */
export type EndpointKind = (typeof endpointKinds)[number];

/**
 * Name of the endpoint that is the stand-in (`npm run mock-cloud`): what it makes is marked as a
 * placeholder, on the page too.
 */
export const mockCloudName = "mock-cloud";

/** One thing that left the box, or was about to; `data` of the egress list. */
export interface EgressWire {
  id: string;
  object: "egress.entry";
  /** Unix seconds, with fractions. */
  created_at: number;
  endpoint: string;
  host: string;
  model: string | null;
  capability: Capability;
  data_class: DataClass;
  /** The job, or the incident, on whose behalf it was sent. */
  job_id: string;
  step: string;
  bytes_sent: number;
  bytes_received: number | null;
  cost: number | null;
  /** `sent` while no answer has come; it stays so when the box died meanwhile. */
  outcome: string;
}

/** What is known of an endpoint by what came of real requests. */
export const connectivities = ["unknown", "up", "down", "failing", "refused", "throttled"] as const;

/** `data.uplink` of `GET /api/v1/system`; times are whole Unix seconds. */
export interface UplinkWire {
  endpoints: {
    name: string;
    kind: EndpointKind;
    host: string;
    state: (typeof connectivities)[number];
    /** Why it is not up. */
    reason: string | null;
    since: number | null;
    last_success_at: number | null;
    next_try_at: number | null;
    submitting: number;
    in_line: number;
    data: DataClass[];
  }[];
  /** `endpoint/model` by capability, the preferred one first. */
  routes: Record<Capability, string[]>;
  /** What the organisation has used today (UTC) and may use; null for no limit. */
  usage: {
    requests: number;
    cost: number;
    requests_per_day: number | null;
    cost_per_day: number | null;
  };
}
