import { readdirSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/** Limits for the files of one folder below `test/`. */
export interface Ring {
  name: string;
  /** Longest time that one test may take unless it says otherwise, in milliseconds. */
  testLimitMs: number;
  /** Longest time that one file may take, in milliseconds. */
  fileLimitMs: number;
  /** Most files that share a process: importing the sources costs more than most of their tests. */
  shared: number;
}

/** From the inside out. The limits allow for a machine that does other work too. */
export const rings: readonly Ring[] = [
  { name: "repo", testLimitMs: 90_000, fileLimitMs: 180_000, shared: 1 },
  { name: "unit", testLimitMs: 90_000, fileLimitMs: 180_000, shared: 12 },
  { name: "integration", testLimitMs: 150_000, fileLimitMs: 300_000, shared: 6 },
  { name: "e2e", testLimitMs: 240_000, fileLimitMs: 420_000, shared: 1 },
  // Whole systems, which boot and install packages: only by `--machines`.
  { name: "machines", testLimitMs: 3_600_000, fileLimitMs: 7_200_000, shared: 1 },
];

/** `--long` allows each test and file this many times as long. */
export const longFactor = 5;

/**
 * Files that take longest, longest first: a whole run starts them first, so that none is still
 * running when all others have ended. The order of the rest does not matter.
 */
export const longest: readonly string[] = [
  // Long in their long forms only, where they would be the last ones alone.
  "test/integration/base/jobs/crash.test.ts",
  "test/integration/notifications/webhooks/crash.test.ts",
  "test/integration/notifications/push/crash.test.ts",
  "test/e2e/fuzz.test.ts",
  "test/e2e/fleet/failures.test.ts",
  "test/e2e/page/rescue-page.test.ts",
  "test/integration/system/site-file.test.ts",
  "test/e2e/demo.test.ts",
  "test/e2e/page/console-tools.test.ts",
  "test/integration/perception/learning/lessons.test.ts",
  "test/integration/adapters/vision/recovery.test.ts",
  "test/e2e/page/page.test.ts",
  "test/e2e/page/live-video.test.ts",
  "test/integration/cameras/recording/masks.test.ts",
  "test/e2e/live-transcode.test.ts",
  "test/integration/client/python.test.ts",
  "test/e2e/page/journeys.test.ts",
  "test/integration/perception/streams/camera-edit.test.ts",
  "test/e2e/damaged-store.test.ts",
  "test/repo/runner.test.ts",
  "test/e2e/page/driving.test.ts",
  "test/e2e/documented-examples.test.ts",
  "test/integration/adapters/vision/frozen-decoder.test.ts",
  "test/e2e/page/notifications.test.ts",
  "test/e2e/page/timeline.test.ts",
  "test/e2e/page/recording.test.ts",
  "test/e2e/restream.test.ts",
  "test/e2e/page/review.test.ts",
  "test/integration/adapters/webrtc/viewers.test.ts",
  "test/e2e/page/wall.test.ts",
  "test/e2e/page/truth.test.ts",
  "test/e2e/coverage.test.ts",
  "test/e2e/camera-faults.test.ts",
  "test/e2e/page/models-page.test.ts",
  "test/e2e/learning.test.ts",
  "test/e2e/examples.test.ts",
  "test/integration/system/doctor.test.ts",
  "test/integration/adapters/ros/rosbridge-conformance.test.ts",
  "test/integration/adapters/ros/ros2-conformance.test.ts",
  "test/integration/http/connections.test.ts",
];

/**
 * Files that a whole run leaves out to end in time, because other files test the core of the same features.
 * `--extended` or a part of their path runs them; `.ci/run` always does.
 */
export const extended: readonly string[] = [
  "test/e2e/created-once.test.ts",
  "test/e2e/examples.test.ts",
  "test/e2e/fuzz.test.ts",
  "test/e2e/learning.test.ts",
  "test/e2e/page/backup-page.test.ts",
  "test/e2e/page/console-tools.test.ts",
  "test/e2e/page/driving.test.ts",
  "test/e2e/page/edit-camera.test.ts",
  "test/e2e/page/installed.test.ts",
  "test/e2e/page/journeys.test.ts",
  "test/e2e/page/models-page.test.ts",
  "test/e2e/page/notifications.test.ts",
  "test/e2e/page/people-page.test.ts",
  "test/e2e/page/provider.test.ts",
  "test/e2e/page/ptz-page.test.ts",
  "test/e2e/page/rescue-page.test.ts",
  "test/e2e/page/wall.test.ts",
  "test/integration/adapters/ros/ros2-distributions.test.ts",
  "test/integration/adapters/ros/ros2-docks.test.ts",
  "test/integration/adapters/ros/ros2-goals.test.ts",
  "test/integration/perception/learning/lessons.test.ts",
];

/** A test file with the ring of its folder. */
export interface TestFile {
  ring: Ring;
  path: string;
}

/**
 * Every `*.test.ts` below `test/`, by ring. A test file outside of the rings' folders would never
 * run, so it is an error that the caller must report.
 */
export function listTests(root: string): { files: TestFile[]; strays: string[] } {
  const dir = join(root, "test");
  const all = readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile() && each.name.endsWith(".test.ts"))
    .map((each) => relative(root, join(each.parentPath, each.name)))
    .toSorted();
  const ringOf = (path: string): Ring | undefined =>
    rings.find((ring) => path.startsWith(`test/${ring.name}/`));
  const files = rings.flatMap((ring) =>
    all.filter((path) => ringOf(path) === ring).map((path) => ({ ring, path })),
  );
  return { files, strays: all.filter((path) => ringOf(path) === undefined) };
}

/** Files that share no process: they look at what their process holds, or change it. */
export const lonely: readonly string[] = [
  "test/integration/adapters/onvif/fuzz.test.ts",
  "test/integration/adapters/onvif-server/fuzz.test.ts",
  "test/integration/adapters/webrtc/fuzz.test.ts",
];

/** A group runs in one process: files of one folder, or a file alone. The groups that take longest come last. */
export function groups(files: readonly TestFile[]): TestFile[][] {
  const alone = new Set([...longest, ...lonely]);
  const all: TestFile[][] = [];
  for (const file of files.filter(({ path }) => !alone.has(path))) {
    const group = all.at(-1);
    const isFull = group === undefined || group.length >= file.ring.shared;
    if (isFull || dirname(group[0]!.path) !== dirname(file.path)) all.push([file]);
    else group.push(file);
  }
  const ranks = longest.toReversed();
  const slow = files
    .filter(({ path }) => alone.has(path))
    .toSorted((one, other) => ranks.indexOf(one.path) - ranks.indexOf(other.path));
  return [...all, ...slow.map((file) => [file])];
}
