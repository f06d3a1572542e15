/** The part of the WebAssembly JavaScript API (W3C) used here, which neither `es2024` nor `node` declares. */
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array);
  }
  class Instance {
    constructor(module: Module);
    readonly exports: unknown;
  }
  interface Memory {
    readonly buffer: ArrayBuffer;
    /** Adds pages of 64 KiB; `buffer` is another one afterwards. */
    grow(pages: number): number;
  }
}
