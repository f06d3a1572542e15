export { Gatehouse, type WaitOptions } from "./client.ts";
export {
  GatehouseApiError,
  GatehouseConnectionError,
  GatehouseTimeoutError,
  WebhookVerificationError,
  type WebhookProblem,
} from "./errors.ts";
export type { FollowOptions, ServerEvent } from "./events.ts";
export type * from "./generated.ts";
export type { Answer, CallOptions, ClientOptions } from "./http.ts";
export {
  verifyWebhook,
  type VerifyOptions,
  type WebhookEvent,
  type WebhookHeaders,
} from "./webhook.ts";
