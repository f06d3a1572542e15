import { fail } from "../../base/contract/fail.ts";
import type { Outbound } from "../webhooks/outbound-port.ts";

/**
 * Checks the address of a device: `forbidden_address` unless it is https, on a host that the site lists,
 * and one that the box may reach. Returns its host.
 */
export function assertPushService(
  endpoint: string,
  parts: { services: readonly string[]; outbound: Pick<Outbound, "refusal"> },
): string {
  const refusal = parts.outbound.refusal(endpoint);
  if (refusal) {
    throw fail(
      "forbidden_address",
      `endpoint: ${refusal.message}. Send what the browser's PushManager gave`,
      { param: "endpoint" },
    );
  }
  const { host } = new URL(endpoint);
  if (!isListed(host, parts.services)) {
    throw fail(
      "forbidden_address",
      `endpoint: the site does not list the push service ${host}. Add it to push.services`,
      { param: "endpoint" },
    );
  }
  return host;
}

/** True when `host`, with its port unless that is 443, is one of `services`. */
export function isListed(host: string, services: readonly string[]): boolean {
  return services.some((service) =>
    service.startsWith("*.") ? host.endsWith(service.slice(1)) : host === service,
  );
}
