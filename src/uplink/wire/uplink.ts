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

/** What is known of an endpoint by what came of real requests. */
export const connectivities = ["unknown", "up", "down", "failing", "refused", "throttled"] as const;
