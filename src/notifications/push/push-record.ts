import type { Severity } from "../../base/contract/event-types.ts";
import type { StoreKey } from "../../base/core/store.ts";
import type { SealedText } from "../../base/secrets/vault.ts";
import type { pushLanguages } from "./push-terms.ts";
import type { WeeklySchedule } from "../../perception/core/schedule-document.ts";

/** A device as stored. */
export interface Subscription {
  v: 1;
  /** Follows from the endpoint, so that a device has one. */
  id: string;
  org: string;
  /** Id of the person or key. */
  ownerId: string;
  ownerName: string;
  deviceName: string;
  service: string;
  /** The `PushTarget` as JSON. */
  target: SealedText;
  language: (typeof pushLanguages)[number];
  minSeverity: Severity;
  cameraIds: readonly string[] | null;
  quietHours: WeeklySchedule | null;
  isCriticalLoud: boolean;
  createdAtMs: number;
  lastSuccessAtMs: number | null;
  lastError: string | null;
}

/** A message that waits for its device. */
export interface PushMessage {
  v: 1;
  /** Follows from subscription and incident: the same incident is sent once. */
  id: string;
  org: string;
  subscriptionId: string;
  incidentId: string;
  isUrgent: boolean;
  /** The `PushPayload` as JSON. */
  payload: string;
  expiresAtMs: number;
  dueAtMs: number;
  attempts: number;
}

/** Prefix of the subscriptions. */
export const subscriptionPrefix: StoreKey = ["box", "push-subscription"];
/** Prefix of the waiting messages. */
export const messagePrefix: StoreKey = ["box", "push-message"];
