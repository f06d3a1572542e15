import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { fail } from "../../../base/contract/fail.ts";

/** The little of TF.js that this adapter uses. */
export interface TfjsTensor {
  readonly shape: readonly number[];
  readonly dtype: string;
  data(): Promise<Float32Array | Int32Array | Uint8Array>;
  dispose(): void;
}

/** A graph model. */
export interface TfjsModel {
  readonly inputs: readonly { name: string; dtype: string; shape?: readonly number[] }[];
  /** Throws for models with control flow or dynamic shapes, which only the other one runs. */
  execute(inputs: Record<string, TfjsTensor>): TfjsTensor | TfjsTensor[];
  executeAsync(inputs: Record<string, TfjsTensor>): Promise<TfjsTensor | TfjsTensor[]>;
  dispose(): void;
}

/** The package `@tensorflow/tfjs` or `@tensorflow/tfjs-node-gpu`. */
export interface Tfjs {
  setBackend(name: string): Promise<boolean>;
  ready(): Promise<void>;
  getBackend(): string;
  tensor(data: Float32Array | Int32Array, shape: readonly number[], dtype: string): TfjsTensor;
  loadGraphModel(handler: { load(): Promise<unknown> }): Promise<TfjsModel>;
}

interface WasmBackend {
  setWasmPaths(folder: string): void;
}

/** Packages that may be installed, best first, and what each is called in notes. */
const packages = [
  { name: "@tensorflow/tfjs-node-gpu", backend: "tensorflow" },
  { name: "@tensorflow/tfjs", backend: "wasm" },
] as const;
const wasmPackage = "@tensorflow/tfjs-backend-wasm";

/** Returns the reason for which TF.js cannot be used, by the packages beside `from`; undefined when it can. */
export function tfjsObstacle(from: string): string | undefined {
  if (isInstalled(from, packages[0].name)) return undefined;
  const absent = [packages[1].name, wasmPackage].find((name) => !isInstalled(from, name));
  return absent === undefined ? undefined : `not installed: ${absent}`;
}

/**
 * Returns the best working TF.js that is installed beside the file `from`. Rejects with `model_unavailable`,
 * which names the tried ones.
 */
export async function loadTfjs(from: string): Promise<Tfjs> {
  const problems: string[] = [];
  for (const { name, backend } of packages.filter((one) => isInstalled(from, one.name))) {
    try {
      const tf = (await importFrom(from, name)) as Tfjs;
      if (backend === "wasm") {
        const wasm = (await importFrom(from, wasmPackage)) as WasmBackend;
        wasm.setWasmPaths(join(dirname(resolveFrom(from, wasmPackage)), "/"));
      }
      if (!(await tf.setBackend(backend)))
        throw fail(
          "model_unavailable",
          `TF.js: has no backend ${backend}. Install another package of TF.js`,
        );
      await tf.ready();
      return tf;
    } catch (error) {
      problems.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  throw fail(
    "model_unavailable",
    `TF.js: does not work here (${problems.join("; ")}). Install it again`,
  );
}

function resolveFrom(from: string, name: string): string {
  return createRequire(from).resolve(name);
}

function isInstalled(from: string, name: string): boolean {
  try {
    resolveFrom(from, name);
    return true;
  } catch {
    return false;
  }
}

/** Both packages must be the same kind of module: they share a registry of backends. */
async function importFrom(from: string, name: string): Promise<unknown> {
  const module = (await import(pathToFileURL(resolveFrom(from, name)).href)) as {
    default?: unknown;
  };
  return module.default ?? module;
}
