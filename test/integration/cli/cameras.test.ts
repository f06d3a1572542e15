import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { gatehouse } from "../../support/box/command-line.ts";
import { startOnvifDevice } from "../../support/cameras/onvif/onvif-device.ts";
import { startRtspServer } from "../../support/cameras/rtsp-server.ts";
import { tempDir } from "../../support/box/temp-dir.ts";

const password = "s3cret-Pass";

/** A site whose cameras are on this machine. */
async function site(t: TestContext): Promise<string[]> {
  const dir = await tempDir(t);
  const file = join(dir, "site.yaml");
  await writeFile(file, "camera_networks: [127.0.0.0/8]\nallow_loopback_cameras: true\n");
  return ["--config", file, "--data-dir", join(dir, "data")];
}

test("`cameras probe` tells what a camera is, without an appliance and without its password", async (t) => {
  const where = await site(t);
  const server = await startRtspServer({
    fps: 10,
    gop: 10,
    size: "640x360",
    user: "admin",
    password,
  });
  t.after(() => server.stop());
  const streams = [{ token: "main", url: server.url, width: 640, height: 360 }];
  const device = await startOnvifDevice({ username: "admin", password, streams });
  t.after(() => device.stop());
  const who = ["-u", "admin", "--password-stdin", "--onvif-url", device.url];
  const input = `${password}\n`;
  const good = await gatehouse(["cameras", "probe", server.url, ...who, ...where], { input });
  assert.equal(good.code, 0, good.stderr);
  assert.match(good.stdout, /usable +yes/);
  assert.match(good.stdout, /credentials +accepted/);
  assert.match(good.stdout, /camera +Acme Dome 7/);
  assert.match(good.stdout, /picture +h264 640×360, (9\.\d+|10(\.\d+)?) fps/);
  assert.ok(!`${good.stdout}${good.stderr}`.includes(password));
  const bare = ["cameras", "probe", server.url, "--onvif-url", device.url, "--json", ...where];
  const refused = await gatehouse(bare);
  assert.equal(refused.code, 1, "a camera that cannot be used is a failure");
  const answer = JSON.parse(refused.stdout) as { usable: boolean; credentials: string };
  assert.deepEqual([answer.usable, answer.credentials], [false, "missing"]);
});

test("`cameras` refuses what it cannot do, in words", async (t) => {
  const where = await site(t);
  const foreign = await gatehouse(["cameras", "probe", "rtsp://192.0.2.1/x", ...where]);
  assert.equal(foreign.code, 1);
  assert.match(foreign.stdout, /critical: The site does not allow cameras at 192\.0\.2\.1:554/);
  const none = await gatehouse(["cameras", "probe", "cam/x?y", ...where]);
  assert.notEqual(none.code, 0);
  assert.match(none.stderr, /host: is not a host name or IP address/);
});

test("`cameras discover` lists what answers, also when nobody does", async (t) => {
  const found = await gatehouse([
    "cameras",
    "discover",
    "--seconds",
    "0.5",
    "--json",
    ...(await site(t)),
  ]);
  assert.equal(found.code, 0, found.stderr);
  assert.ok(Array.isArray(JSON.parse(found.stdout)));
});
