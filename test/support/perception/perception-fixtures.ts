import { Ajv } from "ajv";
import { fileURLToPath } from "node:url";
import {
  streamRequestSchema,
  type StreamRequest,
} from "../../../src/perception/settings/stream-document.ts";
import { GatehouseError } from "../../../src/base/core/errors.ts";
import type { Caller } from "../../../src/base/jobs/operation.ts";
import type { IncidentReceivers } from "../../../src/perception/incidents/incident-receivers.ts";
import { loadProfiles } from "../../../src/perception/profiles/profiles.ts";
import type { SettingsContext } from "../../../src/perception/settings/resolve-settings.ts";
import type { Vision } from "../../../src/perception/core/vision-port.ts";
import { FakeVision } from "./fake-vision.ts";

/** An organisation without webhooks: what streams name gets one, and nobody keeps it. */
export const noReceivers: IncidentReceivers = {
  check: () => undefined,
  knows: () => false,
  problem: () => null,
  claim: () => undefined,
};

/** The profiles that the repository ships. */
export const profilesDir = fileURLToPath(new URL("../../../config/profiles", import.meta.url));

/** Settings context of a box with the shipped profiles and a model for people, cars, bicycles and dogs. */
export async function settingsContext(vision: Vision = new FakeVision()): Promise<SettingsContext> {
  return {
    profiles: await loadProfiles(profilesDir),
    vision,
    defaults: { fpsCap: 5, model: "auto" },
  };
}

/** Somebody of organisation `org` who may do everything with streams. */
export function callerOf(org = "default"): Caller {
  return { org, keyId: "key", scopes: ["surveillance:write"], requestId: "req_svc_test" };
}

const validate = new Ajv({ strict: false }).compile(streamRequestSchema);

/** `body` when it fits the schema of stream requests; the path of the fault otherwise. */
export function schemaFault(body: unknown): string | null {
  if (validate(body)) return null;
  const [fault] = validate.errors ?? [];
  return `${fault?.instancePath} ${fault?.message} ${JSON.stringify(fault?.params)}`;
}

/** A request that fits the schema. */
export function requestOf(body: unknown): StreamRequest {
  const fault = schemaFault(body);
  if (fault !== null) throw new Error(`not a stream request: ${fault}`);
  return body as StreamRequest;
}

/** The coded error that `work` throws. */
export async function codedError(work: () => unknown): Promise<GatehouseError> {
  try {
    await work();
  } catch (error) {
    const coded = GatehouseError.find(error);
    if (coded) return coded;
    throw error;
  }
  throw new Error("expected a coded error, and there was none");
}
