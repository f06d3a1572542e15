import { describeError, GatehouseError } from "../../../base/core/errors.ts";
import { perform } from "./picture-work.ts";
import type { ComputeAnswer, ComputeRequest } from "./protocol.ts";

function answer(message: ComputeAnswer): void {
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

process.on("disconnect", () => process.exit(0));
