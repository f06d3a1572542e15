import type { BoxAlarm } from "../base/contract/box-alarms.ts";

const warningMs = 14 * 86_400_000;

/** Returns the alarm of a certificate that has expired or expires soon; none without TLS. */
export function certificateAlarms(
  certificate: { not_after: number } | undefined,
  nowMs: number,
): BoxAlarm[] {
  const endsInMs = certificate ? certificate.not_after * 1000 - nowMs : Infinity;
  if (endsInMs >= warningMs) return [];
  if (endsInMs > 0) {
    const message = "The TLS certificate expires within 14 days. Renew it";
    return [{ code: "certificate_ending", severity: "warning", message }];
  }
  const message = "The TLS certificate has expired, and clients refuse it. Renew it";
  return [{ code: "certificate_ended", severity: "critical", message }];
}
