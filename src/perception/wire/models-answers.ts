import { type Static, Type } from "typebox";
import { kind, named, oneOfValues, orNull } from "../../base/contract/answers.ts";
import { learntAnswer } from "./learning-answers.ts";

const count = Type.Integer({ minimum: 0 });

const workAnswer = Type.Object({
  kind: oneOfValues(["pull", "install", "bench", "learn"] as const),
  name: Type.String(),
  state: oneOfValues(["running", "done", "failed"] as const),
  bytes: count,
  total: orNull(Type.Integer({ minimum: 0, description: "Size of the whole download in bytes" })),
  error: orNull(Type.Object({ code: Type.String(), message: Type.String() })),
});

/** An engine that a GPU's executor builds beforehand. */
export const engineAnswer = Type.Object({
  state: oneOfValues(["building", "ready", "failed"] as const),
  reason: orNull(Type.String({ description: "Why the build failed" })),
});

const modelAnswer = named(
  "Model",
  Type.Object({
    name: Type.String(),
    description: orNull(Type.String()),
    state: oneOfValues(
      ["available", "verified", "corrupt", "missing", "quarantined", "unchecked"] as const,
      "State of the model. `available` means that only the catalogue has it",
    ),
    shipped: Type.Boolean({
      description: "True if the model comes with the installation. You cannot remove it",
    }),
    default: Type.Boolean({ description: "True if streams that do not name a model use it" }),
    recommended: Type.Boolean({
      description: "True for the best model of the catalogue that this box can run",
    }),
    streams: Type.Array(Type.String(), { description: "Streams of the caller that use it now" }),
    licence: Type.String(),
    engine: orNull(engineAnswer),
    ms: orNull(Type.Number({ description: "Milliseconds per frame on this box" })),
    estimated: Type.Boolean({
      description: "True if the box estimated `ms` from the time of another model",
    }),
    cameras: orNull(
      Type.Integer({
        minimum: 0,
        description: "Number of cameras at 5 frames per second that the box can serve with it",
      }),
    ),
  }),
);

/** The models of the box and of its catalogue. */
export const modelsAnswer = named(
  "Models",
  Type.Object({
    object: kind("surveillance.models"),
    default: Type.String(),
    chosen: orNull(
      Type.String({
        description: "Name of the chosen model. If it is null, the configuration decides",
      }),
    ),
    models: Type.Array(modelAnswer),
    work: orNull(workAnswer),
    learnt: orNull(learntAnswer),
  }),
);

/** The models of the box on the wire. */
export type ModelListWire = Static<typeof modelsAnswer>;
/** One model on the wire. */
export type ModelWire = Static<typeof modelAnswer>;
/** A download, installation or bench on the wire. */
export type ModelWorkWire = Static<typeof workAnswer>;
