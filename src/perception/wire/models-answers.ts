import { type Static, Type } from "typebox";
import { kind, named, oneOfValues, orNull } from "../../base/contract/answers.ts";
import { learntAnswer } from "./learning-answers.ts";

const count = Type.Integer({ minimum: 0 });

const workAnswer = Type.Object({
  kind: oneOfValues(["pull", "install", "bench", "learn"] as const),
  name: Type.String(),
  state: oneOfValues(["running", "done", "failed"] as const),
  bytes: count,
  total: orNull(Type.Integer({ minimum: 0, description: "Bytes of the whole download" })),
  error: orNull(Type.Object({ code: Type.String(), message: Type.String() })),
});

const modelAnswer = named(
  "Model",
  Type.Object({
    name: Type.String(),
    description: orNull(Type.String()),
    state: oneOfValues(
      ["available", "verified", "corrupt", "missing", "quarantined", "unchecked"] as const,
      "`available`: in the catalogue only",
    ),
    shipped: Type.Boolean({ description: "It comes with the installation and cannot be removed" }),
    default: Type.Boolean({ description: "Streams that name no model use it" }),
    recommended: Type.Boolean({ description: "The best of the catalogue that this box can run" }),
    streams: Type.Array(Type.String(), { description: "The caller's streams that use it now" }),
    licence: Type.String(),
    ms: orNull(Type.Number({ description: "Milliseconds a frame on this box" })),
    estimated: Type.Boolean({ description: "`ms` follows from another model's time" }),
    cameras: orNull(
      Type.Integer({
        minimum: 0,
        description: "Cameras at 5 frames a second that the box can serve",
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
    chosen: orNull(Type.String({ description: "Null: the configuration decides" })),
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
