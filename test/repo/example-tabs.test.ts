import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { before, describe, test } from "node:test";
import { promisify } from "node:util";
import { apiCallOf } from "../../scripts/docs-site/examples/api-call.ts";
import { shellWords } from "../../scripts/docs-site/examples/shell-words.ts";
import { type ClientPrograms, clientPrograms } from "../../scripts/docs-site/examples/steps.ts";
import { renderPage } from "../../scripts/docs-site/render.ts";
import { repoDir } from "../support/box/appliance.ts";
import { tempDir } from "../support/box/temp-dir.ts";
import { blocksOfPages } from "../support/repo/doc-examples.ts";

const run = promisify(execFile);

describe("the examples of the documentation in the languages of the clients", () => {
  let programs: ClientPrograms[] = [];
  before(() => {
    programs = blocksOfPages().flatMap((text) => clientPrograms(text) ?? []);
    assert.ok(programs.length > 20);
  });

  test("each whole TypeScript example passes the compiler in strict mode", async (t) => {
    const dir = await tempDir(t);
    await mkdir(join(dir, "node_modules/@gatehouse"), { recursive: true });
    await symlink(join(repoDir, "node_modules/@types"), join(dir, "node_modules/@types"));
    const names = programs.map((_, at) => `example-${at}.mts`);
    for (const [at, { typescript }] of programs.entries()) {
      await writeFile(join(dir, names[at]!), typescript);
    }
    const source = join(repoDir, "client/source/index.ts");
    const compilerOptions = {
      module: "nodenext",
      target: "es2022",
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      types: ["node"],
      allowImportingTsExtensions: true,
      paths: { "@gatehouse/client": [source] },
    };
    await writeFile(
      join(dir, "tsconfig.json"),
      JSON.stringify({ compilerOptions, files: names.map((name) => join(dir, name)) }),
    );
    const tsc = join(repoDir, "node_modules/.bin/tsc");
    await run(tsc, ["-p", dir]).catch((error: { stdout: string }) => assert.fail(error.stdout));
  });

  test("each whole Python example satisfies mypy --strict", async (t) => {
    const python = "/usr/bin/python3";
    const hasMypy = await run(python, ["-c", "import mypy"]).catch(() => undefined);
    if (!hasMypy) return t.skip("Python's mypy is missing (apt-get install mypy)");
    const dir = await tempDir(t);
    const files = programs.map((_, at) => join(dir, `example_${at}.py`));
    for (const [at, { python: text }] of programs.entries()) await writeFile(files[at]!, text);
    const env = { ...process.env, MYPYPATH: join(repoDir, "client/python") };
    const args = ["-m", "mypy", "--strict", "--cache-dir", join(dir, "cache"), ...files];
    await run(python, args, { env, cwd: dir }).catch((error: { stdout: string }) =>
      assert.fail(error.stdout),
    );
  });
});

describe("the reading of an example", () => {
  test("quotes, escapes and broken lines are those of the shell; a pipe is no simple command", () => {
    const text = `curl -s "$URL/a?b=1&c=2" \\\n  -d '{"a": "b c"}' -d "{\\"d\\": 1}" # says`;
    const expected = ["curl", "-s", "$URL/a?b=1&c=2", "-d", '{"a": "b c"}', "-d", '{"d": 1}'];
    assert.deepEqual(shellWords(text), expected);
    assert.equal(shellWords("curl $URL | jq ."), undefined);
    assert.equal(shellWords("echo 'open"), undefined);
  });

  test("values of a query get the types of the API, and the path names its operation", () => {
    const head = '-H "Authorization: Bearer $KEY"';
    const address = '"$URL/api/v1/jobs/$JOB?wait_for_completion=true&timeout_seconds=60"';
    const call = apiCallOf(`curl -s ${address} ${head}`);
    assert.equal(call?.operation.id, "getJob");
    assert.deepEqual(call?.path, [["job_id", "$JOB"]]);
    assert.deepEqual(call?.query, [
      ["wait_for_completion", true],
      ["timeout_seconds", 60],
    ]);
    assert.equal(apiCallOf(`curl $URL/api/v1/none ${head}`), undefined);
    assert.equal(apiCallOf(`curl $URL/api/v1/jobs ${head} -H "X-Other: 1"`), undefined);
  });

  test("a page shows the example with a tab for each language, and other blocks as they are", () => {
    const markdown =
      '# A\n\n```sh\ncurl $URL/api/v1/jobs -H "Authorization: Bearer $KEY"\n```\n\n```sh\nls\n```\n';
    const source = { path: "docs/a.md", target: "a.html", markdown, siteFile: () => undefined };
    const { html } = renderPage(source);
    assert.equal(html.match(/class="tabs"/g)?.length, 1);
    assert.match(html, /gatehouse\.jobs\.listJobs\(\)/);
    assert.match(html, /box\.jobs\.list_jobs\(\)/);
    assert.match(html, /<pre tabindex="0"><code>ls<\/code><\/pre>/);
  });
});
