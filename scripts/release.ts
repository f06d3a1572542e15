// Makes a signed bundle for `gatehouse upgrade` out of an installed tree (docs/operations/upgrade.md):
//   scripts/node scripts/release.ts --key publisher-private.pem --out gatehouse.bundle [--tree DIR]
//     [--arch ARCH] [--with-model NAME[=FILE]]…   carries a model of the catalogue, downloaded or from FILE
import { createPrivateKey } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { GatehouseError } from "../src/base/core/errors.ts";
import { fetchModel } from "./release/fetch-model.ts";
import { sourceEpochSec } from "./package/epoch.ts";
import { type CarriedFile, makeBundle } from "./release/make-bundle.ts";

const { values } = parseArgs({
  options: {
    key: { type: "string" },
    out: { type: "string" },
    tree: { type: "string", default: process.cwd() },
    arch: { type: "string", default: process.arch },
    "with-model": { type: "string", multiple: true, default: [] },
  },
});
if (values.key === undefined || values.out === undefined) {
  process.stderr.write(
    "usage: release.ts --key PRIVATE_KEY.pem --out FILE [--tree DIR] [--arch ARCH] [--with-model NAME[=FILE]]…\n",
  );
  process.exit(2);
}
const { tree, out, arch, "with-model": models } = values;
const madeAtMs =
  1000 *
  (await sourceEpochSec(join(import.meta.dirname, "..")).catch(() =>
    Math.floor(Date.now() / 1000),
  ));
const key = createPrivateKey(await readFile(values.key));
const carried: CarriedFile[] = [];
try {
  for (const model of models) {
    const [name = "", source] = model.split("=", 2);
    carried.push(await fetchModel(tree, name, { path: `${out}.model-${carried.length}`, source }));
  }
  const manifest = await makeBundle({ tree, out, arch, key, madeAtMs, carried });
  process.stdout.write(
    `${out}: ${manifest.version} for ${manifest.arch}, ${manifest.payload.entries} files\n`,
  );
} catch (error) {
  const coded = GatehouseError.find(error);
  if (!coded) throw error;
  process.stderr.write(`${coded.message}\n`);
  process.exitCode = 1;
} finally {
  for (const { source } of carried) await rm(source, { force: true });
}
