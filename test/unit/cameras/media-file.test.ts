import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, suite, test } from "node:test";
import { resolveMediaFile } from "../../../src/cameras/media-file.ts";

suite("files that may be read", () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "gatehouse-media-")));
  const media = join(root, "media");
  mkdirSync(join(media, "sub"), { recursive: true });
  writeFileSync(join(root, "secret.mp4"), "");
  writeFileSync(join(media, "sub", "clip.mp4"), "");
  mkdirSync(join(root, "media-2"));
  writeFileSync(join(root, "media-2", "x.mp4"), "");
  symlinkSync(join(root, "secret.mp4"), join(media, "out.mp4"));
  symlinkSync(join(media, "sub", "clip.mp4"), join(media, "in.mp4"));
  symlinkSync(root, join(media, "up"));
  symlinkSync(media, join(root, "alias"));
  after(() => rmSync(root, { recursive: true }));

  const code = (path: string, dirs = [media]): Promise<string> =>
    resolveMediaFile(path, dirs).catch((error: { code: string }) => error.code);

  test("below a media directory, also through links that stay inside", async () => {
    const clip = join(media, "sub", "clip.mp4");
    assert.equal(await code(clip), clip);
    assert.equal(await code(join(media, "in.mp4")), clip);
    assert.equal(await code(join(root, "alias", "sub", "clip.mp4"), [join(root, "alias")]), clip);
    assert.equal(await code(`${media}/sub/../sub/clip.mp4`), clip);
  });

  test("nothing outside, however it is named", async () => {
    const outside = [
      join(root, "secret.mp4"),
      `${media}/../secret.mp4`,
      join(media, "out.mp4"),
      join(media, "up", "secret.mp4"),
      join(root, "media-2", "x.mp4"),
      "/etc/passwd",
      "/does/not/exist",
      "sub/clip.mp4",
      media,
      `${media}/sub/clip.mp4\0.txt`,
      "",
    ];
    for (const path of outside) assert.equal(await code(path), "file_not_allowed", path);
    assert.equal(await code(join(media, "sub", "clip.mp4"), []), "file_not_allowed");
  });

  test("what is missing or no regular file inside is not found", async () => {
    assert.equal(await code(join(media, "nope.mp4")), "file_not_found");
    assert.equal(await code(join(media, "sub")), "file_not_found");
    assert.equal(await code(join(media, "nope.mp4"), [media, "/does/not/exist"]), "file_not_found");
  });
});
