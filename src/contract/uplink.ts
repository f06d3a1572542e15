/** What a model endpoint can be asked for; each has a route in the site configuration. */
export const capabilities = ["image", "image_edit", "text", "vision", "speech"] as const;

/** One kind of answer that an endpoint may be able to give. */
export type Capability = (typeof capabilities)[number];

/**
 * Classes of data that the egress policy tells apart: `media` (prompts, reference and generated
 * pictures), `brand` (text and pictures of brand pages), `incident` (pictures and facts of the site's
 * cameras), `health` (pictures and signals of people, with their context), `clinical` (texts about
 * patients), `neural` (biosignals), `voice` (texts to be spoken).
 */
export const dataClasses = [
  "media",
  "brand",
  "incident",
  "health",
  "clinical",
  "neural",
  "voice",
] as const;

/** What kind of data leaves the box. */
export type DataClass = (typeof dataClasses)[number];

/** What speaks at the other end; `service`: another box or server with this same contract. */
export const endpointKinds = [
  "openai",
  "google",
  "anthropic",
  "openai-compatible",
  "service",
] as const;

/** How an endpoint is spoken to. */
export type EndpointKind = (typeof endpointKinds)[number];
