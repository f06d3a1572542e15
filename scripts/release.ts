// Makes a signed bundle for `gatehouse upgrade` out of an installed tree (docs/upgrade.md):
//   scripts/node scripts/release.ts --key publisher-private.pem --out gatehouse.bundle [--tree DIR]
import { createPrivateKey } from "node:crypto";
import { parseArgs } from "node:util";
import { makeBundle } from "./release/make-bundle.ts";

const { values } = parseArgs({
  options: {
    key: { type: "string" },
    out: { type: "string" },
    tree: { type: "string", default: process.cwd() },
    arch: { type: "string", default: process.arch },
  },
});
if (values.key === undefined || values.out === undefined) {
  process.stderr.write(
    "usage: release.ts --key PRIVATE_KEY.pem --out FILE [--tree DIR] [--arch ARCH]\n",
  );
  process.exit(2);
}
const { readFile } = await import("node:fs/promises");
const { tree, out, arch } = values;
const key = createPrivateKey(await readFile(values.key));
const manifest = await makeBundle({ tree, out, arch, key, madeAtMs: Date.now() });
process.stdout.write(
  `${out}: ${manifest.version} for ${manifest.arch}, ${manifest.payload.entries} files\n`,
);
