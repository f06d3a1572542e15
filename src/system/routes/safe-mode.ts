import { safeModeAnswer } from "../wire/safe-mode.ts";
import type { SafeMode } from "../selfcare/safe-mode.ts";
import { type Route, route } from "../../http/route.ts";
import { safeModeWire } from "../selfcare/safe-mode-wire.ts";

/** The route that ends safe mode; `/api/v1/system` shows its state. */
export function safeModeRoutes(safeMode: Pick<SafeMode, "describe" | "leave">): Route[] {
  return [
    route({
      method: "POST",
      path: "/api/v1/system/safe-mode/leave",
      summary: "Leave safe mode: resume cameras and robots that were paused after repeated crashes",
      tag: "system",
      access: "system:admin",
      isTool: true,
      answers: { 200: { description: "Cameras and robots resume", schema: safeModeAnswer } },
      errors: ["conflict"],
      async handle() {
        await safeMode.leave();
        return {
          object: "system.safe_mode",
          status: "ok",
          data: safeModeWire(safeMode.describe()),
        };
      },
    }),
  ];
}
