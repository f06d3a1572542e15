import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { missingPaths, proseFaults } from "../support/box/prose.ts";

const root = join(import.meta.dirname, "../..");

/** Pages that are not revised yet. */
const unrevised = new Set<string>([
  "CHANGELOG.md",
  "docs/architecture.md",
  "docs/benchmarks.md",
  "docs/configuration.md",
  "docs/demo.md",
  "docs/errors.md",
  "docs/executors.md",
  "docs/health.md",
  "docs/models.md",
  "docs/ros2.md",
  "docs/rosbridge.md",
  "docs/runs.md",
  "docs/training.md",
  "docs/vda5050.md",
  "docs/vision.md",
  "docs/voice.md",
  "docs/adr/0001-folders-and-ports.md",
  "docs/adr/0002-node-24-from-npm.md",
  "docs/adr/0003-own-ffmpeg-supervisor.md",
  "docs/adr/0004-two-ffmpeg-per-camera.md",
  "docs/adr/0005-rtsp-relay.md",
  "docs/adr/0006-one-store-one-writer.md",
  "docs/adr/0007-own-sse-writer.md",
  "docs/adr/0008-pictures-from-the-ring.md",
  "docs/adr/0009-directory-lock-and-transactions.md",
  "docs/adr/0010-alerts-do-not-wait-for-pictures.md",
  "docs/adr/0011-media-time-and-incident-identity.md",
  "docs/adr/0012-decoded-frames-travel-as-nut.md",
  "docs/adr/0013-refused-rather-than-ignored.md",
  "docs/adr/0014-synthetic-demo.md",
  "docs/adr/0015-preprocessing-in-the-net.md",
  "docs/adr/0016-live-video-as-one-mp4-answer.md",
  "docs/adr/0017-large-bodies-in-pieces.md",
  "docs/adr/0018-own-onvif-client.md",
  "docs/adr/0019-robots-one-lane-one-gate.md",
  "docs/adr/0020-virtual-clips.md",
  "docs/adr/0021-masks-as-rectangles.md",
  "docs/adr/0022-teleop-is-one-command.md",
  "docs/adr/0023-unknown-outcomes-fail.md",
  "docs/adr/0024-zones-are-native-when-shown.md",
  "docs/adr/0025-backup-is-one-tar.md",
  "docs/adr/0026-mqtt-commands-act-as-a-key.md",
  "docs/adr/0027-upgrades-in-two-slots.md",
  "docs/adr/0028-page-built-from-source.md",
  "docs/adr/0029-crashes-count-within-a-boot.md",
  "docs/adr/0030-loads-are-two-commands.md",
  "docs/adr/0031-live-video-over-websockets.md",
  "docs/adr/0032-nets-pictures-are-planar.md",
  "docs/adr/0033-the-store-recovers-by-itself.md",
  "docs/adr/0034-parts-off-the-shelf.md",
  "docs/adr/0035-the-store-is-read-before-lmdb-opens-it.md",
  "docs/adr/0036-the-rescue-page-restores-with-a-code.md",
  "docs/adr/README.md",
]);

const pages = ["README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"].concat(
  markdown("docs"),
  markdown("docs/adr"),
);

function markdown(folder: string): string[] {
  const names = readdirSync(join(root, folder)).filter((name) => name.endsWith(".md"));
  return names.map((name) => `${folder}/${name}`);
}

function read(path: string): string {
  return readFileSync(join(root, path), "utf8");
}

test("every page keeps to the line length, the length of paragraphs and the words of the house", () => {
  const faults = pages
    .filter((page) => !unrevised.has(page))
    .flatMap((page) =>
      proseFaults(read(page)).map(({ line, fault }) => `${page}:${line} ${fault}`),
    );
  assert.deepEqual(faults, []);
});

test("every path of the repository that a page names exists", () => {
  const files = [
    "src",
    "test",
    "scripts",
    "examples",
    "systemd",
    "docs",
    "config",
    "console",
    "client",
  ]
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map(
        (name) => `${folder}/${name}`,
      ),
    )
    .filter((path) => !path.includes("node_modules"));
  const missing = pages.flatMap((page) =>
    missingPaths(read(page), files).map((path) => `${page}: ${path}`),
  );
  assert.deepEqual(missing, []);
});

test("a long line, a long paragraph and a banned phrase are found, but not in code and tables", () => {
  const long = `${"word ".repeat(25)}end`;
  const page = [long, "", ...Array<string>(6).fill("a line"), "", "Whoever asks is told anew."];
  assert.deepEqual(
    proseFaults(page.join("\n")).map(({ line, fault }) => `${line} ${fault}`),
    ["1 128 characters", "8 long paragraph", '10 "is told"', '10 "Whoever"', '10 "anew"'],
  );
  const others = [`| ${long} |`, "```", long, "```", `    ${long}`, "The span `is told` is code."];
  assert.deepEqual(proseFaults(others.join("\n")), []);
});

test("a path that the repository does not have is found, in backticks only", () => {
  const files = ["src/base/jobs/job.ts", "scripts/node"];
  const page =
    "`src/base/jobs`, `jobs/job.ts`, `scripts/node job.ts`, src/none, `jobs/none.ts`, `src/none/`";
  assert.deepEqual(missingPaths(page, files), ["jobs/none.ts", "src/none/"]);
});
