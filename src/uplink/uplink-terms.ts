/** Capabilities of model endpoints; each has a route in the site configuration. */
export const capabilities = ["image", "image_edit", "text", "vision", "speech"] as const;

/** One capability of an endpoint. */
export type Capability = (typeof capabilities)[number];

/**
 * Classes of data in the egress policy: `media` (prompts, reference and generated
 * pictures), `brand` (text and pictures of brand pages), `incident` (pictures and facts of the site's
 * cameras), `health` (pictures and signals of people, with their context), `clinical` (texts about
 * patients), `neural` (biosignals), `voice` (texts to speak), `robot` (tasks of robots in words, with
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

/** A class of data that leaves the box. */
export type DataClass = (typeof dataClasses)[number];

/** The kinds of endpoints; `service`: another box or server with this same contract. */
export const endpointKinds = [
  "openai",
  "google",
  "anthropic",
  "openai-compatible",
  "elevenlabs",
  "service",
] as const;

/** The kind of an endpoint. */
export type EndpointKind = (typeof endpointKinds)[number];

/**
 * Name of the stand-in endpoint (`npm run mock-cloud`), whose results are marked as
 * placeholders, on the page too.
 */
export const mockCloudName = "mock-cloud";

/** The state of an endpoint according to real requests. */
export const connectivities = ["unknown", "up", "down", "failing", "refused", "throttled"] as const;
