import {
  avatarRequestSchema,
  campaignRequestSchema,
  imageRequestSchema,
} from "./generation-document.ts";
import type { GenerationKind } from "./generation.ts";

const scope = "media:write";

/** The kinds of pictures that callers can request, each with its route. */
export const generationKinds: readonly GenerationKind[] = [
  {
    namespace: "campaigns",
    type: "campaign.generation",
    summary: "Generate the picture of an advertising campaign",
    path: "/campaigns/generate",
    scope,
    inputSchema: campaignRequestSchema,
    what: "the key visual of an advertising campaign",
    defaults: {},
  },
  {
    namespace: "images",
    type: "image.generation",
    summary: "Generate a picture",
    path: "/images/generations",
    aliases: ["/images/campaigns"],
    scope,
    inputSchema: imageRequestSchema,
    what: null,
    defaults: {},
  },
  {
    namespace: "ads",
    type: "ad.generation",
    summary: "Generate an advertisement",
    path: "/ads/generate",
    scope,
    inputSchema: campaignRequestSchema,
    what: "an advertisement, ready to be shown",
    defaults: {},
  },
  {
    namespace: "avatars",
    type: "avatar.generation",
    summary: "Generate an avatar",
    path: "/avatars/generate",
    scope: "avatars:write",
    inputSchema: avatarRequestSchema,
    what: "an avatar: the head and shoulders of one person or character, facing the viewer",
    defaults: { aspect_ratio: "1:1" },
  },
];
