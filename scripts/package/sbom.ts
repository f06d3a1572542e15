import { createHash } from "node:crypto";
import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import type { Cpu, LockedPackage } from "./packages.ts";

/** A release to describe. */
export interface SbomRequest {
  /** The release; its models are read. */
  tree: string;
  version: string;
  cpu: Cpu;
  epochSec: number;
  packages: readonly LockedPackage[];
}

interface Component {
  "bom-ref": string;
  type: "application" | "library" | "platform" | "machine-learning-model";
  name: string;
  version: string;
  purl?: string;
  description?: string;
  hashes?: { alg: string; content: string }[];
  licenses?: ({ license: { id: string } | { name: string } } | { expression: string })[];
}

/** A software bill of materials: CycloneDX 1.6. */
export interface Sbom {
  bomFormat: "CycloneDX";
  specVersion: "1.6";
  version: 1;
  metadata: { timestamp: string; component: Component };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

/** Lists the packages, the runtime and the models of a release, with sums, licences and who uses what. */
export async function sbomOf(request: SbomRequest): Promise<Sbom> {
  const { tree, version, cpu, epochSec, packages } = request;
  const gatehouse: Component = {
    "bom-ref": "gatehouse",
    type: "application",
    name: "gatehouse",
    version,
    purl: `pkg:generic/gatehouse@${version}?arch=${cpu}`,
    ...licencesOf("Apache-2.0"),
  };
  const models = await modelsOf(tree, version);
  const held = new Set(packages.map(({ path }) => path));
  const direct = (await dependenciesOf(tree)).filter((path) => held.has(path));
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { timestamp: new Date(epochSec * 1000).toISOString(), component: gatehouse },
    components: [...packages.map(componentOf), ...models],
    dependencies: [
      { ref: "gatehouse", dependsOn: [...direct, ...models.map((model) => model["bom-ref"])] },
      ...packages.map(({ path, uses }) => ({ ref: path, dependsOn: uses.toSorted() })),
    ],
  };
}

/** Folders of the packages that `package.json` names. */
async function dependenciesOf(tree: string): Promise<string[]> {
  const { dependencies, optionalDependencies } = JSON.parse(
    await readFile(join(tree, "package.json"), "utf8"),
  ) as Record<"dependencies" | "optionalDependencies", Record<string, string>>;
  const names = Object.keys({ ...dependencies, ...optionalDependencies });
  return names.map((name) => `node_modules/${name}`).toSorted();
}

function componentOf({ path, name, version, integrity, licence }: LockedPackage): Component {
  const scoped = name.startsWith("@") ? `%40${name.slice(1)}` : name;
  const [, base64 = ""] = /^sha512-(.+)$/.exec(integrity) ?? [];
  const content = Buffer.from(base64, "base64").toString("hex");
  const isNode = name.startsWith("node-linux-");
  return {
    "bom-ref": path,
    type: isNode ? "platform" : "library",
    name,
    version,
    ...(isNode ? { description: `Node.js ${version}` } : {}),
    purl: `pkg:npm/${scoped}@${version}`,
    ...(content === "" ? {} : { hashes: [{ alg: "SHA-512", content }] }),
    ...licencesOf(licence),
  };
}

/** Names that packages write and SPDX does not know. */
const spdxIds: Readonly<Record<string, string>> = { Apache2: "Apache-2.0", "MPL 2.0": "MPL-2.0" };

function licencesOf(declared: string): Pick<Component, "licenses"> {
  const licence = spdxIds[declared] ?? declared;
  if (licence === "") return {};
  if (/ (?:OR|AND|WITH) /.test(licence)) return { licenses: [{ expression: licence }] };
  return { licenses: [{ license: { id: licence } }] };
}

/** The models whose files are in the release. */
async function modelsOf(tree: string, version: string): Promise<Component[]> {
  const found: Component[] = [];
  for await (const path of glob("models/**/*.yaml", { cwd: tree })) {
    const manifest = parse(await readFile(join(tree, path), "utf8")) as {
      name: string;
      description: string;
      licence: string;
      file?: string;
    };
    const file = join(tree, path, "..", manifest.file ?? `${manifest.name}.onnx`);
    const bytes = await readFile(file).catch(() => undefined);
    if (!bytes) continue;
    const content = createHash("sha256").update(bytes).digest("hex");
    const { name, description, licence } = manifest;
    found.push({
      "bom-ref": `model:${name}`,
      type: "machine-learning-model",
      name,
      version,
      description,
      hashes: [{ alg: "SHA-256", content }],
      ...licencesOf(licence),
    });
  }
  return found.toSorted((one, other) => (one.name < other.name ? -1 : 1));
}
