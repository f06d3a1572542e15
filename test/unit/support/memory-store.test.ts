import { storeConformance } from "../../conformance/store.ts";
import { MemoryStore } from "../../support/bounds/memory-store.ts";

storeConformance("the store in memory", async () => new MemoryStore());
