import { describeError, GatehouseError } from "../../../base/core/errors.ts";
import { perform } from "./perform.ts";
import type { ComputeMessage, ComputeRequest } from "../protocol.ts";

function answer(message: ComputeMessage): void {
  process.send?.(message, undefined, undefined, () => {});
}

process.on("message", (request: ComputeRequest) => {
  perform(request).then(
    (value) => answer({ ok: true, value }),
    (error: unknown) => {
      const known = GatehouseError.find(error);
      answer({
        ok: false,
        code: known?.code ?? "internal_error",
        message: known?.message ?? describeError(error),
      });
    },
  );
});

answer({ loaded: true });

process.on("disconnect", () => process.exit(0));
