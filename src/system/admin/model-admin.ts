import { fail, invalidField } from "../../base/contract/fail.ts";
import type { ModelsWire } from "../../perception/wire/models.ts";
import type { ModelCheck } from "../../perception/models/check-models.ts";

/** The model commands of the running appliance. */
export interface ModelCommands {
  state(): ModelsWire;
  /** Null leaves the default to the configuration. */
  use(name: string | null): Promise<ModelsWire>;
  verify(): Promise<readonly ModelCheck[]>;
  reload(): Promise<ModelsWire>;
}

/** Answers `models.*` requests of the socket. Codes: those of the box's models, `not_found`. */
export function answerModels(
  models: ModelCommands,
  method: string,
  params: Readonly<Record<string, unknown>>,
): unknown {
  switch (method) {
    case "models.state":
      return models.state();
    case "models.use":
      return models.use(nameOf(params));
    case "models.verify":
      return models.verify();
    case "models.reload":
      return models.reload();
    default:
      throw fail("not_found", `method: ${method.slice(0, 60)} is unknown. Check the name`);
  }
}

function nameOf({ name }: Readonly<Record<string, unknown>>): string | null {
  if (typeof name === "string" || name === null) return name;
  throw invalidField("name", "must be a string or null. Give the name of a model");
}
