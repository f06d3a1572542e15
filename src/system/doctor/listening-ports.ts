import { isLoopback } from "../../base/settings/networks.ts";
import type { SiteConfig } from "../config/site-config.ts";
import { bad, type CheckFinding, type DoctorSite, each, ofSubject, ok, skip } from "./check.ts";

/** A server of live video, and the beginning of its sentences. */
type PortCheck = "rtsp" | "onvif_device";

/** A port beside that of the API; port 0 stands for one that the system chooses. */
export interface ListeningPort {
  scheme: string;
  port: number;
  isTls: boolean;
}

/** Returns one finding per port: whether the running box answers there, or whether a stopped one could listen. */
export function portFindings(
  site: DoctorSite,
  check: PortCheck,
  ports: readonly ListeningPort[],
): Promise<CheckFinding | CheckFinding[]> {
  return each(ports, `${check}.none`, async (listening) =>
    ofSubject(listening.scheme, await portFinding(site, check, listening)),
  );
}

async function portFinding(
  { config, host, box }: DoctorSite,
  check: PortCheck,
  { port, isTls }: ListeningPort,
): Promise<CheckFinding> {
  if (port === 0) return skip(`${check}.chosen`);
  const found = isTls ? (`${check}.tls` as const) : (`${check}.plain` as const);
  if (!box) {
    const isFree = await host.isFree(config.server.host, port);
    return isFree ? ok(found, { port }) : bad(`${check}.used`, `${check}.used_fix`, { port });
  }
  const [address = "127.0.0.1"] = addressesOf(config);
  const problem = await host.refusal(address, port);
  if (problem === undefined) return ok(found, { port });
  return bad(`${check}.silent`, `${check}.silent_fix`, { port, problem });
}

/** The address that the server listens at; none for all of the machine's. */
export function addressesOf({ server: { host } }: SiteConfig): string[] {
  return host === "0.0.0.0" || host === "::" ? [] : [host];
}

/** True where the box has a certificate. */
export function hasTls({ server }: SiteConfig): boolean {
  const { mode } = server.tls;
  const isPlain = isLoopback(server.host) || server.allowPlainHttpBeyondLoopback;
  return mode !== "off" && !(mode === "auto" && isPlain);
}
