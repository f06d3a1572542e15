import type { LearntWire } from "../../wire/learning-answers.ts";
import type { ModelsWire } from "../../wire/models.ts";
import type { ModelListWire, ModelWire } from "../../wire/models-answers.ts";
import type { ModelRow } from "../model-rows.ts";
import type { BoxModelsState } from "./box-models.ts";
import type { ModelList } from "./model-service.ts";

/** The state of the detectors on the wire. */
export function modelsWire({ checkedAtMs, ...state }: BoxModelsState): ModelsWire {
  return { ...state, checked_at: checkedAtMs === null ? null : checkedAtMs / 1000 };
}

/** The models of the box and of its catalogue on the wire, with the lessons of the organisation. */
export function modelListWire(list: ModelList, learnt: LearntWire | null): ModelListWire {
  return {
    object: "surveillance.models",
    default: list.default,
    chosen: list.chosen,
    models: list.models.map(rowWire),
    work: list.work,
    learnt,
  };
}

function rowWire(row: ModelRow): ModelWire {
  return {
    name: row.name,
    description: row.description,
    state: row.state,
    shipped: row.isShipped,
    default: row.isDefault,
    recommended: row.isRecommended,
    streams: row.streams,
    licence: row.licence,
    engine: row.engine,
    ms: row.frameMs,
    estimated: row.isEstimated,
    cameras: row.cameras,
  };
}
