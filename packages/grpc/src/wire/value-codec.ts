import { isJsonObject, type JsonObject, type JsonValue } from "@a2a/types";
import type { ByteWriter } from "./byte-writer.ts";
import type { Reading } from "./reading.ts";
import { readStruct, readTimestamp, readValue, writeStruct, writeTimestamp, writeValue } from "./well-known.ts";

/** The translation between a value of a field and its bytes. */
export interface ValueCodec {
  /** The wire type: 0 for varints, 1 for 64 bits, 2 for what is preceded by its length. */
  readonly wire: 0 | 1 | 2;
  readonly write: (writer: ByteWriter, value: JsonValue) => void;
  readonly read: (reading: Reading, before: JsonValue | undefined) => JsonValue;
  /** The value of a field that is not on the wire; a message has none. */
  readonly default?: JsonValue;
}

/** The codecs of types that are not messages of a definition file. They trust the model, whose values were validated: casts repeat its schema. */
export const scalars: Readonly<Record<string, ValueCodec>> = {
  string: {
    wire: 2,
    write: (writer, value) => writer.string(value as string),
    read: (reading) => reading.text(),
    default: "",
  },
  bytes: {
    wire: 2,
    write: (writer, value) => writer.bytes(Buffer.from(value as string, "base64")),
    read: ({ reader }) => reader.bytes().toString("base64"),
    default: "",
  },
  bool: {
    wire: 0,
    write: (writer, value) => writer.bool(value as boolean),
    read: ({ reader }) => reader.bool(),
    default: false,
  },
  int32: {
    wire: 0,
    write: (writer, value) => writer.int64(value as number),
    read: ({ reader }) => reader.int32(),
    default: 0,
  },
  int64: {
    wire: 0,
    write: (writer, value) => writer.int64(value as number),
    read: ({ reader }) => reader.int64(),
    default: 0,
  },
  double: {
    wire: 1,
    write: (writer, value) => writer.double(value as number),
    read: ({ reader }) => reader.double(),
    default: 0,
  },
  Timestamp: {
    wire: 2,
    write(writer, value) {
      const end = writer.length;
      writeTimestamp(writer, value as string);
      writer.lengthSince(end);
    },
    read: (reading) => readTimestamp(reading),
  },
  Struct: {
    wire: 2,
    write(writer, value) {
      const end = writer.length;
      writeStruct(writer, value as JsonObject);
      writer.lengthSince(end);
    },
    read: (reading, before) => readStruct(reading, isJsonObject(before) ? before : {}),
  },
  Value: {
    wire: 2,
    write(writer, value) {
      const end = writer.length;
      writeValue(writer, value);
      writer.lengthSince(end);
    },
    read: (reading) => readValue(reading),
  },
};

/** The codec of an enum by the names of its values. */
export function enumCodec(names: readonly string[]): ValueCodec {
  const numbers = new Map(names.map((name, number) => [name, number]));
  return {
    wire: 0,
    write: (writer, value) => writer.uint32(numbers.get(value as string) ?? 0),
    // A number of a later definition is passed on, and refused by the schema of the field.
    read: ({ reader }) => {
      const number = reader.int32();
      return names[number] ?? number;
    },
    default: names[0] ?? 0,
  };
}
