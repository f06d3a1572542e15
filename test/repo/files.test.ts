import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Files of the repository: tracked ones, and new ones that git does not ignore. */
function repositoryFiles(): string[] {
  const output = execFileSync(
    "git",
    ["ls-files", "-z", "--cached", "--others", "--exclude-standard"],
    {
      cwd: root,
      encoding: "utf8",
      maxBuffer: 64 * 1024 * 1024,
    },
  );
  return output.split("\0").filter((path) => path !== "" && existsSync(join(root, path)));
}

const isGit = existsSync(join(root, ".git"));
const files = isGit ? repositoryFiles() : [];
const skip = isGit ? false : "not a git clone: the list of files is unknown";

function read(path: string): string {
  return readFileSync(join(root, path), "utf8");
}

/** Small text files; binaries and big data are left out. */
function textFiles(): string[] {
  return files.filter((path) => {
    const { size } = statSync(join(root, path));
    return size < 1_000_000 && !/\.(png|jpe?g|webp|mp4|onnx|ico|gz)$/.test(path);
  });
}

test("the list of files is not empty", { skip }, () => {
  assert.ok(files.length > 100);
});

test("no folder of code holds more than 25 files", { skip }, () => {
  const code = files.filter((path) => /^(src|test|console|client|scripts)\//.test(path));
  const folders = Map.groupBy(code, (path) => dirname(path));
  const counts = [...folders].map(([folder, held]) => ({ folder, count: held.length }));
  assert.deepEqual(
    counts.filter(({ count }) => count > 25),
    [],
  );
});

test("no file names a path of somebody's machine", { skip }, () => {
  // Put together from parts, so that this file does not match itself.
  const homes = ["/" + "work/", "/home" + "/[a-z]", "/Us" + "ers/", "/root" + "/", "C:" + "\\\\"];
  const pattern = new RegExp(`(^|[\\s"'\`(=:])(${homes.join("|")})`, "m");
  const found = textFiles().filter((path) => pattern.test(read(path)));
  assert.deepEqual(found, []);
});

test("the lock file and every other file name no registry but npm's own", { skip }, () => {
  const lock = JSON.parse(read("package-lock.json")) as {
    packages: Record<string, { resolved?: string }>;
  };
  const hosts = new Set(
    Object.values(lock.packages).flatMap(({ resolved }) =>
      resolved === undefined || !resolved.includes("://") ? [] : [new URL(resolved).host],
    ),
  );
  for (const host of hosts) assert.equal(host, "registry.npmjs.org");
  assert.ok(!/registry\s*=/.test(read(".npmrc")));
});

test("optional packages in the lock file ask for no engine (scripts/lock-file.ts)", () => {
  const lock = JSON.parse(read("package-lock.json")) as {
    packages: Record<string, { optional?: boolean; engines?: unknown }>;
  };
  const asking = Object.entries(lock.packages).filter(([, each]) => each.optional && each.engines);
  assert.deepEqual(
    asking.map(([name]) => name),
    [],
  );
});

test("links between documents lead somewhere", { skip }, () => {
  const broken = files
    .filter((path) => path.endsWith(".md"))
    .flatMap((path) => {
      const text = read(path).replaceAll(/```[\s\S]*?```/g, "");
      return [...text.matchAll(/\]\(([^)\s]+)\)/g)].map((match) => ({ path, target: match[1]! }));
    })
    .filter(({ target }) => !/^(https?:|mailto:|#)/.test(target))
    .filter(({ path, target }) => {
      const file = normalize(join(dirname(path), target.split("#")[0]!));
      return !existsSync(join(root, file));
    });
  assert.deepEqual(broken, []);
});

test("the index of the documents has every page once", { skip }, () => {
  const targets = [...read("docs/README.md").matchAll(/\]\(([^)#\s]+)\)/g)].map((match) =>
    normalize(join("docs", match[1]!)),
  );
  const isPage = (path: string): boolean => /^docs\/(?!adr\/)[^/]+\/[^/]+\.md$/.test(path);
  assert.deepEqual(targets.filter(isPage).toSorted(), files.filter(isPage).toSorted());
  assert.deepEqual(
    files.filter((path) => /^docs\/[^/]+\.md$/.test(path)),
    ["docs/README.md"],
  );
  assert.match(read("README.md"), /\]\(docs\/README\.md\)/);
});

test("the tables of modules and rooms say what the linter allows", async () => {
  const table = async (file: string, name: string): Promise<Record<string, string[]>> =>
    ((await import(join(root, "scripts/lint", file))) as Record<string, Record<string, string[]>>)[
      name
    ]!;
  const modules = await table("layers.js", "modules");
  const rooms = await table("layer-rooms.js", "rooms");
  // These rows say it in words.
  const inWords = /^(http|cli)$|^adapters\//;
  const allowed = Object.entries({ ...modules, ...rooms });
  const rows = read("docs/development/architecture.md").matchAll(
    /^\| `([a-z/-]+)\/` \|.*\| ([^|]+) \|$/gm,
  );
  const documented = [...rows].map(([, name, text]): [string, string[]] => {
    const [folderText = "", typeText = ""] = text!.split(/(?:^|, )types of /);
    const split = (list: string): string[] =>
      list.split(/, | and /).filter((each) => /^[a-z]/.test(each));
    const room = name!.includes("/") ? `${name!.split("/")[0]}/` : "";
    const types = split(typeText).map((each) => `type:${room}${each}`);
    return [name!, [...split(folderText).map((each) => room + each), ...types]];
  });
  const sorted = (table: [string, string[]][]): unknown =>
    table
      .filter(([name]) => !inWords.test(name))
      .map(([name, list]) => `${name}: ${list.toSorted().join()}`)
      .toSorted();
  assert.deepEqual(sorted(documented), sorted(allowed));
});

test("every picture of the documents is shown by one, and small", { skip }, () => {
  const texts = files
    .filter((path) => path.endsWith(".md"))
    .map(read)
    .join("\n");
  const pictures = files.filter((path) => path.startsWith("docs/images/"));
  const wrong = pictures.filter((path) => {
    const isShown = texts.includes(path.slice("docs/".length));
    return !isShown || statSync(join(root, path)).size > 150 * 1024;
  });
  assert.deepEqual(wrong, []);
});

test("links to headings of documents meet a heading", { skip }, () => {
  const slug = (heading: string): string =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .trim()
      .replaceAll(/\s/g, "-");
  const broken = files
    .filter((path) => path.endsWith(".md"))
    .flatMap((path) =>
      [...read(path).matchAll(/\]\(([^)\s:]*)#([^)\s]+)\)/g)].map((match) => {
        const file = match[1] === "" ? path : normalize(join(dirname(path), match[1]!));
        return { path, file, anchor: match[2]! };
      }),
    )
    .filter(({ file, anchor }) => {
      const headings = [...read(file).matchAll(/^#+\s+(.+)$/gm)].map((match) => slug(match[1]!));
      return !headings.includes(anchor);
    });
  assert.deepEqual(broken, []);
});

test("scripts that people start are executable and say what they are run by", { skip }, () => {
  const scripts = files.filter((path) => /^(scripts\/[a-z-]+|\.ci\/run)$/.test(path));
  assert.ok(scripts.length >= 6, scripts.join());
  for (const path of scripts) {
    assert.ok((statSync(join(root, path)).mode & 0o111) === 0o111, `${path} is not executable`);
    assert.match(read(path), /^#!\/(bin\/sh|usr\/bin\/env bash)\n/, path);
  }
});

test("the scripts of package.json exist", () => {
  const { scripts, bin } = JSON.parse(read("package.json")) as {
    scripts: Record<string, string>;
    bin: Record<string, string>;
  };
  const paths = [...Object.values(scripts), ...Object.values(bin)].flatMap((command) =>
    command.split(" ").filter((word) => word.startsWith("scripts/") || word.startsWith("src/")),
  );
  for (const path of paths) assert.ok(existsSync(join(root, path)), path);
});

test(
  "no folder or file is called after nothing: utils, helpers, common, types, index",
  { skip },
  () => {
    const vague = files.filter((path) =>
      /^src\/(.*\/)?(utils?|helpers?|common|misc|types|index)(\/|\.ts$)/.test(path),
    );
    assert.deepEqual(vague, []);
  },
);

test("what the lock file has for x86-64 it has for arm64 too, in the same major version", () => {
  const { packages } = JSON.parse(read("package-lock.json")) as {
    packages: Record<string, { version?: string }>;
  };
  const native = Object.keys(packages).filter((name) => /\blinux-x64(-gnu)?$/.test(name));
  assert.ok(native.length >= 8, native.join());
  for (const name of native) {
    const twin = name.replace("x64", "arm64");
    // Not the whole version: the runtime's package of one processor may be published before the other's.
    assert.equal(majorOf(packages[twin]?.version), majorOf(packages[name]!.version), twin);
  }
});

function majorOf(version = "none"): string {
  return version.split(".", 1)[0]!;
}
