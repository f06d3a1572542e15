import type { Need } from "./uplink-port.ts";

/** The setting that allows sending a class of data to an endpoint. */
export const dataSetting = "uplink.endpoints[].data";

/** Returns why nothing can answer `need`, naming both settings that would change it: the route and the endpoint's data. */
export function lackingEndpoint({ capability, dataClass }: Need): string {
  return `no endpoint of uplink.routes.${capability} has "${dataClass}" in ${dataSetting}`;
}
