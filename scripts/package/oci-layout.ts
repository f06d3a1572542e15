import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, rename, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** A layer of an image: a tar archive, which is compressed into the layout. */
export interface Layer {
  archive: string;
  /** What made it, for the history of the image. */
  createdBy: string;
}

/** An image to write. */
export interface ImageRequest {
  /** Folder of the layout, which becomes an OCI image layout 1.0. */
  dir: string;
  /** From the bottom up. */
  layers: readonly Layer[];
  architecture: "amd64" | "arm64";
  epochSec: number;
  /** Reference name in the index, such as the version. */
  tag: string;
  /** `config` of the OCI image configuration. */
  config: object;
}

interface Descriptor {
  mediaType: string;
  digest: string;
  size: number;
}

/** Writes an OCI image layout. The same layers and epoch give the same bytes. */
export async function writeImage(request: ImageRequest): Promise<Descriptor> {
  const { dir, layers, architecture, epochSec, tag, config } = request;
  await mkdir(join(dir, "blobs/sha256"), { recursive: true });
  const created = new Date(epochSec * 1000).toISOString();
  const descriptors: Descriptor[] = [];
  const diffIds: string[] = [];
  for (const { archive } of layers) {
    diffIds.push(`sha256:${await sumOf(archive)}`);
    descriptors.push(await layerBlob(dir, archive));
  }
  const image = {
    created,
    architecture,
    os: "linux",
    ...(architecture === "arm64" ? { variant: "v8" } : {}),
    config,
    rootfs: { type: "layers", diff_ids: diffIds },
    history: layers.map(({ createdBy }) => ({ created, created_by: createdBy })),
  };
  const manifest = {
    schemaVersion: 2,
    mediaType: "application/vnd.oci.image.manifest.v1+json",
    config: await jsonBlob(dir, "application/vnd.oci.image.config.v1+json", image),
    layers: descriptors,
  };
  const entry = await jsonBlob(dir, manifest.mediaType, manifest);
  const annotations = { "org.opencontainers.image.ref.name": tag };
  const platform = { architecture, os: "linux" };
  const index = { schemaVersion: 2, manifests: [{ ...entry, platform, annotations }] };
  await writeFile(join(dir, "index.json"), JSON.stringify(index));
  await writeFile(join(dir, "oci-layout"), JSON.stringify({ imageLayoutVersion: "1.0.0" }));
  return entry;
}

async function layerBlob(dir: string, archive: string): Promise<Descriptor> {
  const packed = join(dir, "layer.partial");
  await run("sh", ["-c", 'gzip -6n <"$1" >"$2"', "sh", archive, packed]);
  const hex = await sumOf(packed);
  const { size } = await stat(packed);
  await rename(packed, join(dir, "blobs/sha256", hex));
  const mediaType = "application/vnd.oci.image.layer.v1.tar+gzip";
  return { mediaType, digest: `sha256:${hex}`, size };
}

async function jsonBlob(dir: string, mediaType: string, value: object): Promise<Descriptor> {
  const bytes = Buffer.from(JSON.stringify(value));
  const hex = createHash("sha256").update(bytes).digest("hex");
  await writeFile(join(dir, "blobs/sha256", hex), bytes);
  return { mediaType, digest: `sha256:${hex}`, size: bytes.length };
}

async function sumOf(file: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest("hex");
}
