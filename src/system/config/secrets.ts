import { percentDecoded } from "../../base/core/percent-decoded.ts";
import { secretsIn } from "../../base/secrets/address-secrets.ts";
import type { SiteConfig } from "./site-config.ts";

/** Passwords in the configuration, for the log's scrubber. */
export function secretsOf(config: SiteConfig): string[] {
  const ofBrokers = config.mqttBrokers.flatMap(({ password }) => password ?? []);
  const ofCameras = config.cameras.flatMap(({ request }) => {
    const { password, url, sub_url: subUrl } = request.source ?? {};
    const inUrls = [url, subUrl].flatMap((each) => passwordIn(each ?? ""));
    return [...(password === undefined ? [] : [password]), ...inUrls];
  });
  const ofProvider = config.signInSecrets.clientSecret ?? [];
  const { password: ofFleet } = config.fleetSecrets;
  const ofMail = config.alarmSecrets.smtpPassword ?? [];
  return [
    ...ofBrokers,
    ...[ofMail].flat(),
    ...(ofFleet === undefined ? [] : [ofFleet]),
    ...[ofProvider].flat(),
    ...ofCameras,
    ...Object.values<string>({ ...config.voiceSecrets }),
  ];
}

function passwordIn(url: string): string[] {
  return [...userInfoPassword(url), ...secretsIn(url)];
}

function userInfoPassword(url: string): string[] {
  const password = URL.canParse(url) ? new URL(url).password : "";
  if (password === "") return [];
  const decoded = percentDecoded(password);
  return decoded === password ? [password] : [password, decoded];
}
