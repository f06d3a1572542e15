/**
 * Assembles the WebAssembly text of the sources: `scripts/node scripts/wasm.ts` writes each `.wasm`
 * beside its `.wat`. A test holds them to each other.
 */
import { globSync, readFileSync, writeFileSync } from "node:fs";
import loadWabt from "wabt";

/** Returns the binary form of a module's text. Throws with the line of a fault. */
export async function assemble(watPath: string): Promise<Uint8Array> {
  const wabt = await loadWabt();
  const features = { simd: true, bulk_memory: true };
  const module = wabt.parseWat(watPath, readFileSync(watPath, "utf8"), features);
  try {
    return module.toBinary({}).buffer;
  } finally {
    module.destroy();
  }
}

if (import.meta.main) {
  for (const path of globSync("src/**/*.wat")) {
    writeFileSync(path.replace(/\.wat$/, ".wasm"), await assemble(path));
    console.log(`assembled ${path}`);
  }
}
