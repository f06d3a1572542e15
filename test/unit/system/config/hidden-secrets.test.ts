import assert from "node:assert/strict";
import { test } from "node:test";
import { readYaml } from "../../../../src/system/config/yaml-source.ts";
import {
  refuseBoxPlaces,
  withHiddenSecrets,
  withSecretsOf,
} from "../../../../src/system/config/hidden-secrets.ts";

const file = `# the gate
cameras:
  - id: gate   # east
    source: { type: rtsp, url: "rtsp://10.0.0.9/1", username: u, password: 'canary-1' }
  - id: yard
    source: { type: rtsp, url: rtsp://me:canary-2@10.0.0.8/1 }
`;

test("a site file for the page keeps its comments and shows no secret", () => {
  const shown = withHiddenSecrets(file);
  assert.ok(!shown.includes("canary"), shown);
  assert.match(shown, /# the gate\n.*\n {2}- id: gate {3}# east/);
  assert.match(shown, /password: "\*\*\*1"/);
});

test("unchanged stand-ins become the secrets again, wherever their entries have moved", () => {
  const shown = withHiddenSecrets(file);
  assert.deepEqual(readYaml(withSecretsOf(file, shown)).value, readYaml(file).value);
  const [head, gate, yard] = shown.split(/(?= {2}- id)/);
  const swapped = readYaml(withSecretsOf(file, `${head!}${yard!}${gate!}`)).value as any;
  assert.equal(swapped.cameras[1].source.password, "canary-1");
});

test("a stand-in in another setting or in a changed address is refused with its line", () => {
  const shown = withHiddenSecrets(file);
  const moved = shown.replace("id: gate", 'id: "***1"');
  const elsewhere = shown.replace("10.0.0.8", "10.6.6.6");
  assert.throws(() => withSecretsOf(file, moved), { message: /hidden secret .*line 3/ });
  assert.throws(() => withSecretsOf(file, elsewhere), { message: /hidden secret .*line 6/ });
});

test("programs, files and folders of the box change only on the box", () => {
  const relay = "alarms: { relay: { on: [/usr/bin/siren, 1] } }\nmedia_dirs: [/clips]\n";
  refuseBoxPlaces(relay, `${relay}site: { name: gate }\n`);
  for (const [from, to] of [
    ["siren", "sh"],
    ["/clips", "/etc"],
  ] as const) {
    assert.throws(() => refuseBoxPlaces(relay, relay.replace(from, to)), {
      message: /names a program, file or folder/,
    });
  }
  assert.throws(() => refuseBoxPlaces("", "voice: { openai: { api_key_file: /etc/shadow } }\n"));
});
