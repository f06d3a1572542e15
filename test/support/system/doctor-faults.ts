import { chmod, readdir, writeFile } from "node:fs/promises";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import type { TestContext } from "node:test";
import sharp from "sharp";
import { LinuxHost } from "../../../src/adapters/linux/linux-host.ts";
import type { DoctorSite, CheckFinding } from "../../../src/system/doctor/check.ts";
import { storeFacts } from "../../../src/system/doctor/store-facts.ts";
import { type Bench, box, goodFacts, probeOf } from "./doctor-bench.ts";
import { brokenModels, copyOfModels, expiredCertificate } from "./doctor-fault-files.ts";
import { makeStore } from "../store/make-store.ts";
import { startRtspServer } from "../cameras/rtsp-server.ts";
import { smallDisk } from "../box/small-disk.ts";

const day = 86_400_000;

/** What must come of a fault; undefined when the machine cannot make it. */
type Seeded = { site: DoctorSite; expect: CheckFinding["outcome"]; says: RegExp } | undefined;

const camera = (source: string): string =>
  `allow_loopback_cameras: true\ncamera_networks: [127.0.0.0/8]\ncameras: [{ id: gate, source: { type: rtsp, ${source} } }]`;
/** A camera that nobody asks. */
export const anyCamera = camera("url: 'rtsp://127.0.0.1:9/cam'");

/** A port on which another program listens until the test ends. */
async function takenPort(t: TestContext): Promise<number> {
  const other = createServer().listen(0, "127.0.0.1");
  t.after(() => other.close());
  await once(other, "listening");
  return (other.address() as { port: number }).port;
}

/** A fault for each check: of the real thing where a test can break it, else of what tells of it. */
export const faults: Record<string, (on: Bench, t: TestContext) => Promise<Seeded>> = {
  async configuration(on) {
    const configuration = { file: "x", problems: ["x:3: server.port: is no number"], warnings: [] };
    return { site: await on.site("", { configuration }), expect: "fail", says: /server\.port/ };
  },
  async running(on) {
    const site = await on.site("", { box: { ...box, ready: false } });
    return { site, expect: "warn", says: /starting or stopping/ };
  },
  async safe_mode(on) {
    const paused = { active: true, reason: "the box crashed 3 times in 10 minutes" };
    const site = await on.site("", { box: { ...box, safe_mode: paused } });
    return { site, expect: "fail", says: /crashed 3 times/ };
  },
  async detector(on) {
    const vision = { state: "ready", restarts: 9 };
    return { site: await on.site("", { box: { ...box, vision } }), expect: "warn", says: /9 time/ };
  },
  async camera_accepted(on) {
    const refused = [{ stream_id: "gate", reason: "model: there is no model yard" }];
    const site = await on.site("", { box: { ...box, cameras: { refused } } });
    return { site, expect: "fail", says: /no model yard/ };
  },
  async camera_events(on) {
    const without = [{ stream_id: "gate", reason: "The camera refuses its password." }];
    const site = await on.site("", {
      box: { ...box, cameras: { refused: [], without_events: without } },
    });
    return { site, expect: "warn", says: /refuses its password/ };
  },
  async queue(on) {
    const jobs = { queued: 9_999_999, running: 1 };
    return {
      site: await on.site("", { box: { ...box, jobs } }),
      expect: "warn",
      says: /9999999 waiting/,
    };
  },
  async key_files(on) {
    await writeFile(join(on.dataDir, "webhook-key"), "k".repeat(32));
    await chmod(join(on.dataDir, "webhook-key"), 0o644);
    return { site: await on.site(), expect: "fail", says: /other users can read it/ };
  },
  async api_keys(on, t) {
    const store = await makeStore(t, on.dataDir);
    const facts = storeFacts(store, store.figures());
    return {
      site: await on.site("", { store: facts }),
      expect: "warn",
      says: /nobody can sign in/,
    };
  },
  async store_version(on, t) {
    const store = await makeStore(t, on.dataDir);
    await store.transact((tx) => tx.put(["box", "store"], { v: 1, version: 7, readableFrom: 7 }));
    const facts = storeFacts(store, store.figures());
    return { site: await on.site("", { store: facts }), expect: "fail", says: /layout 7/ };
  },
  async store_size(on) {
    const figures = { ...goodFacts.figures, usedBytes: 7.9e9 };
    const site = await on.site("", { store: { ...goodFacts, figures } });
    return { site, expect: "fail", says: /7\.9 GB of at most/ };
  },
  async store_free_list(on) {
    const figures = { ...goodFacts.figures, readers: 120 };
    const site = await on.site("", { store: { ...goodFacts, figures } });
    return { site, expect: "fail", says: /120 of 126 readers/ };
  },
  async webhooks(on, t) {
    const store = await makeStore(t, on.dataDir);
    await store.transact((tx) => {
      tx.put(["box", "webhook", "w1"], { org: "default" });
      const record = { id: "w1", org: "default", isActive: false, disabledReason: "failing" };
      tx.put(["default", "webhook", "w1"], record);
    });
    const facts = storeFacts(store, store.figures());
    return { site: await on.site("", { store: facts }), expect: "warn", says: /failed for days/ };
  },
  async backup(on) {
    const old = { made_at: Math.floor((Date.now() - 30 * day) / 1000), file: "/mnt/a.tar" };
    await writeFile(join(on.dataDir, "last-backup.json"), JSON.stringify(old));
    return { site: await on.site(), expect: "warn", says: /30 day/ };
  },
  async restores(on) {
    await writeFile(join(on.dir, ".data.restoring"), "{}");
    return { site: await on.site(), expect: "fail", says: /interrupted/ };
  },
  async service(on) {
    await on.tool(
      "systemctl",
      "printf 'LoadState=loaded\\nActiveState=failed\\nResult=watchdog\\n'",
    );
    return { site: await on.site(), expect: "fail", says: /watchdog/ };
  },
  async memory(on) {
    await on.system("/proc/meminfo", "MemTotal: 4000000 kB\nMemAvailable: 90000 kB\n");
    return { site: await on.site(), expect: "fail", says: /92 MB of 4\.1 GB/ };
  },
  async memory_kills(on) {
    await on.system("/proc/vmstat", "pgfault 1\noom_kill 3\n");
    return { site: await on.site(), expect: "warn", says: /killed 3/ };
  },
  async temperature(on) {
    await on.system("/sys/class/thermal/thermal_zone0/temp", "99000\n");
    await on.system("/sys/class/thermal/thermal_zone0/type", "cpu-thermal\n");
    return { site: await on.site(), expect: "fail", says: /cpu-thermal: 99/ };
  },
  async throttling(on) {
    await on.system("/sys/class/thermal/cooling_device0/type", "Processor\n");
    await on.system("/sys/class/thermal/cooling_device0/cur_state", "3\n");
    return { site: await on.site(), expect: "warn", says: /throttled/ };
  },
  async load(on) {
    const site = await on.site();
    const machine = { ...site.machine, load: [1, 1, 99] as const, cpus: 4 };
    return { site: { ...site, machine }, expect: "warn", says: /99 processes/ };
  },
  async shared_memory(on) {
    await on.system("/proc/mounts", "/dev/vda / ext4 rw 0 0\n");
    return { site: await on.site(), expect: "warn", says: /not mounted/ };
  },
  async network_buffers(on) {
    await on.system("/proc/sys/net/core/rmem_max", "65536\n");
    return { site: await on.site(), expect: "warn", says: /65536/ };
  },
  async file_descriptors(on) {
    await on.system(
      "/proc/self/limits",
      "Max open files            256                  4096  files\n",
    );
    return { site: await on.site(), expect: "fail", says: /only 256/ };
  },
  async disk_free(on, t) {
    const disk = await smallDisk(t, 8);
    if (disk === undefined) return undefined;
    await writeFile(join(disk, "ballast"), Buffer.alloc(7e6));
    const site = await on.site();
    return {
      site: { ...site, config: { ...site.config, dataDir: disk } },
      expect: "fail",
      says: /1 MB of 8 MB/,
    };
  },
  async disk_files(on) {
    const site = await on.site();
    const space = { freeBytes: 1e12, totalBytes: 1e12, freeFiles: 12, totalFiles: 1e6 };
    site.host.space = async () => space;
    return { site, expect: "fail", says: /12 of 1000000/ };
  },
  async disk_speed(on, t) {
    const disk = await smallDisk(t, 2);
    if (disk === undefined) return undefined;
    const site = await on.site();
    return {
      site: { ...site, config: { ...site.config, dataDir: disk } },
      expect: "fail",
      says: /cannot write/,
    };
  },
  async disk_mount(on) {
    await on.system(
      "/proc/mounts",
      `/dev/vda / ext4 rw 0 0\n/dev/sdb1 ${on.dataDir} ext4 ro,noatime 0 0\n`,
    );
    return { site: await on.site(), expect: "fail", says: /sdb1 \(ext4\) is mounted read-only/ };
  },
  async disk_wear(on) {
    await on.system("/proc/mounts", "/dev/nvme0n1p2 / ext4 rw 0 0\n");
    const report = {
      smart_status: { passed: true },
      nvme_smart_health_information_log: { percentage_used: 103 },
    };
    await on.tool("smartctl", `echo '${JSON.stringify(report)}'`);
    return { site: await on.site(), expect: "fail", says: /used 103 %/ };
  },
  async data_dir_owner(on) {
    await chmod(on.dataDir, 0o755);
    return { site: await on.site(), expect: "warn", says: /other users can read/ };
  },
  async time_sync(on) {
    const site = await on.site();
    const machine = { ...site.machine, isClockSynchronised: false };
    return { site: { ...site, machine }, expect: "warn", says: /no time server/ };
  },
  async clock(on, t) {
    const store = await makeStore(t, on.dataDir);
    await store.transact((tx) =>
      tx.put(["box", "event", 5], { org: "default", atMs: Date.now() + 3_600_000 }),
    );
    const facts = storeFacts(store, store.figures());
    return {
      site: await on.site("", { store: facts }),
      expect: "warn",
      says: /jumped back.*3600 s/,
    };
  },
  async dns(on) {
    const yaml = "mqtt_brokers: [{ name: yard, url: 'mqtt://no-such-host.invalid:1883' }]";
    return { site: await on.site(yaml), expect: "fail", says: /no address/ };
  },
  async uplink(on) {
    const site = await on.site();
    const endpoint = { name: "lan", url: "http://127.0.0.1:9/v1" };
    const uplink = {
      ...site.config.uplink,
      endpoints: [endpoint],
    } as unknown as typeof site.config.uplink;
    return {
      site: { ...site, config: { ...site.config, uplink } },
      expect: "warn",
      says: /ECONNREFUSED/,
    };
  },
  async mqtt(on) {
    const yaml = "mqtt_brokers: [{ name: yard, url: 'mqtt://127.0.0.1:9' }]";
    return { site: await on.site(yaml), expect: "fail", says: /ECONNREFUSED/ };
  },
  async fleet(on) {
    const yaml = "fleet: { servers: ['nats://127.0.0.1:9'] }";
    return { site: await on.site(yaml), expect: "fail", says: /ECONNREFUSED/ };
  },
  async mail_server(on) {
    const people = "from: box@site.test, to: [guard@site.test]";
    const yaml = `alarms: { smtp: { host: 127.0.0.1, port: 9, ${people} } }`;
    return { site: await on.site(yaml), expect: "fail", says: /127\.0\.0\.1:9 .*ECONNREFUSED/ };
  },
  async port(on, t) {
    const other = createServer().listen(0, "127.0.0.1");
    t.after(() => other.close());
    await new Promise((resolve) => other.once("listening", resolve));
    const { port } = other.address() as { port: number };
    const site = await on.site();
    const server = { ...site.config.server, port };
    return {
      site: { ...site, config: { ...site.config, server } },
      expect: "fail",
      says: /another program/,
    };
  },
  async certificates(on) {
    const cert = join(on.dir, "old.pem");
    const dates = ["-not_before", "20240101000000Z", "-not_after", "20240201000000Z"];
    const made = expiredCertificate(on.dir, cert, dates);
    if (!made) return undefined;
    const yaml = `webhooks: { ca_file: ${cert} }`;
    return { site: await on.site(yaml), expect: "fail", says: /expired on 2024-02-01/ };
  },
  async webrtc(on, t) {
    const other = createSocket("udp4");
    t.after(() => other.close());
    await new Promise<void>((resolve) => other.bind(0, resolve));
    const site = await on.site(`webrtc: { port: ${other.address().port} }`);
    return { site, expect: "fail", says: /another program uses UDP port/ };
  },
  async rtsp(on, t) {
    const site = await on.site(
      `rtsp: { enabled: true, plain: true, plain_port: ${await takenPort(t)} }`,
    );
    return { site, expect: "fail", says: /another program uses port/ };
  },
  async onvif_device(on, t) {
    const site = await on.site(
      `rtsp: { enabled: true, plain: true, plain_port: 0 }\nonvif_device: { enabled: true, plain: true, plain_port: ${await takenPort(t)} }`,
    );
    return { site, expect: "fail", says: /another program uses port/ };
  },
  async ffmpeg(on) {
    await on.tool("ffmpeg", "echo 'ffmpeg version 3.4.8 Copyright'");
    return { site: await on.site(), expect: "warn", says: /3\.4\.8 is older/ };
  },
  async decoders(on) {
    await on.tool("ffmpeg", "echo ' VFS..D mjpeg  MJPEG'; echo ' V....D h264  H.264'");
    return { site: await on.site(), expect: "fail", says: /cannot decode hevc/ };
  },
  async speech(on) {
    const site = await on.site("voice: { announce_incidents: critical }");
    // A machine on which nothing is installed.
    const host = new LinuxHost({ environment: { PATH: on.dir } });
    return { site: { ...site, host }, expect: "fail", says: /espeak-ng is not installed/ };
  },
  async ros(on) {
    const site = await on.site();
    const robots = [{ organisation: "default", id: "r", request: { driver: "ros2" } }];
    const config = { ...site.config, robots, ros: { setup: ["/opt/ros/none/setup.bash"] } };
    return {
      site: { ...site, config: config as unknown as typeof site.config },
      expect: "fail",
      says: /does not exist/,
    };
  },
  async doors(on) {
    const modbus = [
      "modbus: { host: 127.0.0.1, port: 9, state: { table: coil, address: 0 }",
      "open: { table: coil, address: 1, value: 1 }, close: { table: coil, address: 1, value: 0 } }",
    ].join(", ");
    const states = "states: { open: ['1'], closed: ['0'] }";
    const yaml = `doors: [{ id: gate, ${modbus}, ${states} }]\nrobot_networks: [127.0.0.0/8]`;
    return { site: await on.site(yaml), expect: "fail", says: /127\.0\.0\.1:9 .*ECONNREFUSED/ };
  },
  async robot_recordings(on) {
    const reason = "The disk is full";
    const problems = [{ robot_id: "rover", kind: "failed" as const, reason }];
    const site = await on.site("", { box: { ...box, robots: { recording_problems: problems } } });
    return { site, expect: "fail", says: /could not be written: The disk is full/ };
  },
  async models(on) {
    const dir = await brokenModels(on.dir);
    return { site: await on.site(`models: { dir: ${dir} }`), expect: "fail", says: /damaged/ };
  },
  async golden_frames(on) {
    const dir = await copyOfModels(on.dir);
    const golden = (await readdir(dir, { recursive: true })).find((name) =>
      /\.(png|jpe?g)$/.test(name),
    )!;
    // A picture in which there is nothing of what the manifest says is in it.
    const create = { width: 640, height: 360, channels: 3, background: "#777777" } as const;
    await sharp({ create }).png().toFile(join(dir, golden));
    return {
      site: await on.site(`models: { dir: ${dir} }`),
      expect: "fail",
      says: /golden|picture|expected|see/i,
    };
  },
  async health_nets(on) {
    const net = "sample_rate_hz: 100, window_seconds: 2, channels: 1, threshold: 0.5";
    const site = await on.site(`health: { eeg_classifier: { file: /no/such.onnx, ${net} } }`);
    return { site, expect: "fail", says: /no such file.*such\.onnx/ };
  },
  async camera_reachable(on, t) {
    const server = await startRtspServer({ fps: 10, gop: 10, size: "320x240" });
    await server.kill();
    t.after(() => server.stop());
    const { doctorSite } = await import("../../../src/cli/box/doctor-site.ts");
    const site = await on.site(camera(`url: '${server.url}'`));
    const { probe } = await doctorSite({ config: join(on.dir, "site.yaml") });
    return { site: { ...site, probe }, expect: "fail", says: /./ };
  },
  async camera_codec(on) {
    const site = await on.site(anyCamera, { probe: probeOf({ codec: "hevc" }) });
    return { site, expect: "warn", says: /hevc/ };
  },
  async camera_gop(on) {
    const site = await on.site(anyCamera, { probe: probeOf({ gopSec: 9 }) });
    return { site, expect: "warn", says: /every 9 s/ };
  },
  async camera_clock(on) {
    const site = await on.site(anyCamera, { probe: probeOf({ clockOffsetMs: -90_000 }) });
    return { site, expect: "warn", says: /90 s behind/ };
  },
  async camera_sub_stream(on) {
    const site = await on.site(anyCamera, { probe: probeOf({ widthPx: 3840, heightPx: 2160 }) });
    return { site, expect: "warn", says: /3840×2160/ };
  },
  async camera_sub_reachable(on) {
    const yaml = camera("url: 'rtsp://127.0.0.1:9/a', sub_url: 'rtsp://127.0.0.1:9/b'");
    const problem = { code: "stream_not_found", message: "Nothing at this path" } as const;
    const site = await on.site(yaml, { probe: probeOf({ problem }) });
    return { site, expect: "fail", says: /Nothing at this path/ };
  },
};
