import { fail, invalidField } from "../../base/contract/fail.ts";
import type { BoxModelsState } from "../../perception/models/service/box-models.ts";
import { modelsWire } from "../../perception/models/service/models-wire.ts";
import type { ModelCheck } from "../../perception/models/check-models.ts";

/** The model commands of the running appliance. */
export interface ModelCommands {
  state(): BoxModelsState;
  /** Null leaves the default to the configuration. */
  use(name: string | null): Promise<BoxModelsState>;
  verify(): Promise<readonly ModelCheck[]>;
  reload(): Promise<BoxModelsState>;
}

/** Answers `models.*` requests of the socket. Codes: those of the box's models, `not_found`. */
export async function answerModels(
  models: ModelCommands,
  method: string,
  params: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  switch (method) {
    case "models.state":
      return modelsWire(models.state());
    case "models.use":
      return modelsWire(await models.use(nameOf(params)));
    case "models.verify":
      return await models.verify();
    case "models.reload":
      return modelsWire(await models.reload());
    default:
      throw fail("not_found", `method: ${method.slice(0, 60)} is unknown. Check the name`);
  }
}

function nameOf({ name }: Readonly<Record<string, unknown>>): string | null {
  if (typeof name === "string" || name === null) return name;
  throw invalidField("name", "must be a string or null. Give the name of a model");
}
