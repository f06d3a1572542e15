import assert from "node:assert/strict";
import { test } from "node:test";
import { loadConfig } from "../../../../src/system/config/load.ts";
import { serverOptions, localHostNames, tlsChoice } from "../../../../src/http/site-parts.ts";

async function configured(host: string, announce = "true") {
  const environment = { GATEHOUSE_SERVER_HOST: host, GATEHOUSE_SERVER_ANNOUNCE: announce };
  return (await loadConfig({ file: null, environment })).config;
}

test("the name on the local network is allowed in Host headers and stands in the certificate", async () => {
  const config = await configured("0.0.0.0");
  assert.deepEqual(localHostNames(config).slice(0, 2), ["gatehouse.local", "gatehouse-2.local"]);
  assert.ok(serverOptions(config).allowedHosts.includes("gatehouse-5.local"));
  const tls = tlsChoice(config);
  assert.ok(tls?.mode === "site" && tls.names.includes("gatehouse.local"));
});

test("there is no name for a box on loopback, or one that is not to be announced", async () => {
  assert.deepEqual(localHostNames(await configured("127.0.0.1")), []);
  assert.deepEqual(localHostNames(await configured("0.0.0.0", "false")), []);
});
