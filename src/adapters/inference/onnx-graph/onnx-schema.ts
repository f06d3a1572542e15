import { create, createFileRegistry, fromBinary, type Message, toBinary } from "@bufbuild/protobuf";
import type { GenMessage } from "@bufbuild/protobuf/codegenv2";
import {
  FieldDescriptorProto_Label as Label,
  FieldDescriptorProto_Type as Type,
  FileDescriptorProtoSchema,
} from "@bufbuild/protobuf/wkt";

/**
 * The parts of onnx.proto (ONNX IR 3–13) that the box reads or writes. Unlisted fields stay as unknown
 * fields. Nodes and tensors are declared as bytes, which have the same encoding, so that they keep every
 * byte.
 */
const fields = {
  ModelProto: { irVersion: [1, "int64"], graph: [7, "bytes"], opsetImport: [8, "Opset[]"] },
  Opset: { domain: [1, "string"], version: [2, "int64"] },
  GraphProto: {
    node: [1, "bytes[]"],
    initializer: [5, "bytes[]"],
    input: [11, "ValueInfo[]"],
    output: [12, "ValueInfo[]"],
  },
  ValueInfo: { name: [1, "string"], type: [2, "TypeProto"] },
  TypeProto: { tensorType: [1, "TensorType"] },
  TensorType: { elemType: [1, "int32"], shape: [2, "Shape"] },
  Shape: { dim: [1, "Dim[]"] },
  Dim: { dimValue: [1, "int64"], dimParam: [2, "string"] },
  NodeProto: {
    input: [1, "string[]"],
    output: [2, "string[]"],
    name: [3, "string"],
    opType: [4, "string"],
    attribute: [5, "Attribute[]"],
    domain: [7, "string"],
  },
  Attribute: {
    name: [1, "string"],
    i: [3, "int64"],
    t: [5, "bytes"],
    ints: [8, "int64[]"],
    type: [20, "int32"],
  },
  TensorProto: {
    dims: [1, "int64[]"],
    dataType: [2, "int32"],
    name: [8, "string"],
    rawData: [9, "bytes"],
    dataLocation: [14, "int32"],
  },
} as const satisfies Record<string, Record<string, readonly [number, string]>>;

type Table = typeof fields;
/** Name of a message that is known here. */
export type OnnxName = keyof Table;

type Value<K extends string> = K extends `${infer One}[]`
  ? Value<One>[]
  : K extends OnnxName
    ? OnnxMessage<K>
    : K extends "int64"
      ? bigint
      : K extends "int32"
        ? number
        : K extends "bytes"
          ? Uint8Array
          : string;

/** Fields of a message; absent messages are undefined, other absent fields have proto's default. */
export type OnnxFields<N extends OnnxName> = {
  -readonly [F in keyof Table[N]]: Table[N][F] extends readonly [number, infer K extends string]
    ? K extends OnnxName
      ? Value<K> | undefined
      : Value<K>
    : never;
};

/** A message as read, with its unknown fields. */
export type OnnxMessage<N extends OnnxName> = Message<`onnx.${N}`> & OnnxFields<N>;

const scalars: Record<string, Type> = {
  int64: Type.INT64,
  int32: Type.INT32,
  bytes: Type.BYTES,
  string: Type.STRING,
};

const registry = createFileRegistry(
  create(FileDescriptorProtoSchema, {
    name: "onnx.proto",
    package: "onnx",
    syntax: "proto2",
    messageType: Object.entries(fields).map(([name, members]) => ({
      name,
      field: Object.entries(members).map(([member, [number, kind]]) => {
        const one = kind.replace("[]", "");
        const scalar = scalars[one];
        return {
          name: member,
          number,
          label: kind.endsWith("[]") ? Label.REPEATED : Label.OPTIONAL,
          ...(scalar === undefined
            ? { type: Type.MESSAGE, typeName: `.onnx.${one}` }
            : { type: scalar }),
        };
      }),
    })),
  }),
  () => undefined,
);

function schemaOf<N extends OnnxName>(name: N): GenMessage<OnnxMessage<N>> {
  return registry.getMessage(`onnx.${name}`) as GenMessage<OnnxMessage<N>>;
}

/** Reads a message; throws the package's error when the bytes are none. */
export function decode<N extends OnnxName>(name: N, bytes: Uint8Array): OnnxMessage<N> {
  return fromBinary(schemaOf(name), bytes);
}

/** Makes a message of the given fields. */
export function make<N extends OnnxName>(name: N, init: Partial<OnnxFields<N>>): OnnxMessage<N> {
  return Object.assign(create(schemaOf(name)), init);
}

/** Writes a message: known fields in order of their numbers, then the unknown ones as they were. */
export function encode<N extends OnnxName>(name: N, message: OnnxMessage<N>): Uint8Array {
  return toBinary(schemaOf(name), message);
}
