import { isA2AError, isJsonObject, type JsonLimits, type JsonObject, type JsonValue } from "@a2a/types";
import { setMember } from "@a2a/types/internal";
import type { Field, MessageType, ProtoFile } from "../proto/schema.ts";
import { ByteWriter } from "./byte-writer.ts";
import { writeEventNumber } from "./event-number.ts";
import { malformed, Reading } from "./reading.ts";
import { enumCodec, scalars, type ValueCodec } from "./value-codec.ts";

/** The translation between the ProtoJSON of a message and its bytes. */
export interface MessageCodec {
  /** The bytes of a message; `null` is the empty one. */
  encode(message: JsonValue): Buffer;
  /** Messages as a call carries them: one after the other, each behind its prefix. */
  encodeFrames(messages: readonly NumberedMessage[]): Buffer;
  /** The message as JSON. Throws an `A2AError` for bytes that are not a message, or exceed the limits. */
  decode(bytes: Uint8Array, limits?: JsonLimits): JsonObject;
}

/** A message of a stream. That of an event may have a number, in a field beside those of the definition. */
export interface NumberedMessage {
  readonly message: JsonValue;
  readonly number?: number | undefined;
}

/** The codec of a message of a definition file. The functions are built from the definition once, without generating source code. */
export function messageCodec(file: ProtoFile, name: string): MessageCodec {
  const known = codecsOf(file);
  const { write, read } = compiled(file, name, known);
  return {
    encode(message) {
      const writer = new ByteWriter();
      write(writer, isJsonObject(message) ? message : {});
      return writer.finish();
    },
    encodeFrames(messages) {
      const writer = new ByteWriter();
      for (let n = messages.length - 1; n >= 0; n--) {
        const { message = null, number } = messages[n] ?? {};
        const end = writer.length;
        if (number !== undefined) writeEventNumber(writer, number);
        write(writer, isJsonObject(message) ? message : {});
        writer.prefixSince(end);
      }
      return writer.finish();
    },
    decode(bytes, limits) {
      try {
        const reading = new Reading(bytes, limits);
        return read(reading, reading.reader.length, {});
      } catch (error) {
        throw isA2AError(error) ? error : malformed("a field ends before its content");
      }
    },
  };
}

interface Compiled {
  write: (writer: ByteWriter, message: JsonObject) => void;
  /** Reads up to a position, into an object: a message that comes twice is merged. */
  read: (reading: Reading, end: number, target: JsonObject) => JsonObject;
}

const compiledFiles = new WeakMap<ProtoFile, Map<string, Compiled>>();

function codecsOf(file: ProtoFile): Map<string, Compiled> {
  let codecs = compiledFiles.get(file);
  if (codecs === undefined) {
    codecs = new Map();
    compiledFiles.set(file, codecs);
  }
  return codecs;
}

function compiled(file: ProtoFile, name: string, known: Map<string, Compiled>): Compiled {
  const found = known.get(name);
  if (found) return found;
  const type = name === "Empty" ? {} : file.messages[name];
  if (type === undefined) throw new TypeError(`${file.package} has no message ${name}`);
  // Listed before its fields are: messages contain one another.
  const codec: Compiled = { write: () => {}, read: (_, __, target) => target };
  known.set(name, codec);
  codec.write = writerOf(file, type, known);
  codec.read = readerOf(file, type, known);
  return codec;
}

function writerOf(file: ProtoFile, type: MessageType, known: Map<string, Compiled>): Compiled["write"] {
  // Writers go from the end of a message to its beginning.
  const fields = Object.entries(type)
    .map(([name, field]) => ({ name, write: fieldWriter(file, field, known) }))
    .reverse();
  return (writer, message) => {
    for (const { name, write } of fields) {
      const value = message[name];
      if (value !== undefined) write(writer, value);
    }
  };
}

function fieldWriter(file: ProtoFile, field: Field, known: Map<string, Compiled>): ValueCodec["write"] {
  const { number, label, oneof } = field;
  const { wire, write } = valueCodec(file, field.type, known);
  const tag = (number << 3) | wire;
  if (label === "repeated") {
    return (writer, list) => {
      if (!Array.isArray(list)) return;
      for (let n = list.length - 1; n >= 0; n--) {
        write(writer, list[n] ?? null);
        writer.uint32(tag);
      }
    };
  }
  if (label === "map") {
    return (writer, entries) => {
      if (!isJsonObject(entries)) return;
      for (const [key, value] of Object.entries(entries).reverse()) {
        const end = writer.length;
        write(writer, value);
        writer.uint32((2 << 3) | wire);
        writer.string(key);
        writer.uint32(10);
        writer.lengthSince(end);
        writer.uint32((number << 3) | 2);
      }
    };
  }
  const isAlwaysWritten = label === "optional" || oneof !== undefined;
  return (writer, value) => {
    if (!isAlwaysWritten && (value === "" || value === 0 || value === false)) return;
    write(writer, value);
    writer.uint32(tag);
  };
}

function valueCodec(file: ProtoFile, type: string, known: Map<string, Compiled>): ValueCodec {
  const scalar = scalars[type];
  if (scalar) return scalar;
  const names = file.enums[type];
  if (names) return enumCodec(names);
  const codec = compiled(file, type, known);
  return {
    wire: 2,
    write(writer, value) {
      const end = writer.length;
      if (isJsonObject(value)) codec.write(writer, value);
      writer.lengthSince(end);
    },
    read: (reading, before) => reading.nested((end) => codec.read(reading, end, isJsonObject(before) ? before : {})),
  };
}

interface FieldReader {
  readonly name: string;
  readonly wire: number;
  readonly read: (reading: Reading, target: JsonObject) => void;
}

function readerOf(file: ProtoFile, type: MessageType, known: Map<string, Compiled>): Compiled["read"] {
  const byNumber: FieldReader[] = [];
  const defaults: [name: string, value: () => JsonValue][] = [];
  for (const [name, field] of Object.entries(type)) {
    const value = valueCodec(file, field.type, known);
    byNumber[field.number] = { name, wire: wireOf(field, value), read: fieldReader(type, name, field, value) };
    const missing = field.isRequired ? defaultOf(field, value) : undefined;
    if (missing) defaults.push([name, missing]);
  }
  return (reading, end, target) => {
    const { reader } = reading;
    while (reader.position < end) {
      const tag = reader.uint32();
      const field = byNumber[tag >>> 3];
      if (field === undefined || field.wire !== (tag & 7)) {
        reader.skip(tag & 7);
        continue;
      }
      reading.count();
      field.read(reading, target);
    }
    for (const [name, value] of defaults) if (target[name] === undefined) target[name] = value();
    return target;
  };
}

function wireOf({ label }: Field, value: ValueCodec): number {
  return label === "map" ? 2 : value.wire;
}

function defaultOf({ label }: Field, value: ValueCodec): (() => JsonValue) | undefined {
  if (label === "repeated") return () => [];
  if (label === "map") return () => ({});
  const { default: missing } = value;
  return missing === undefined ? undefined : () => missing;
}

function fieldReader(type: MessageType, name: string, { label, oneof }: Field, value: ValueCodec): FieldReader["read"] {
  if (label === "repeated") {
    return (reading, target) => {
      const element = value.read(reading, undefined);
      const list = target[name];
      if (Array.isArray(list)) list.push(element);
      else target[name] = [element];
    };
  }
  if (label === "map") return mapReader(name, value);
  const others =
    oneof === undefined ? [] : Object.keys(type).filter((key) => key !== name && type[key]?.oneof === oneof);
  return (reading, target) => {
    target[name] = value.read(reading, target[name]);
    // Of a group, the last one on the wire counts.
    for (const other of others) if (target[other] !== undefined) delete target[other];
  };
}

function mapReader(name: string, value: ValueCodec): FieldReader["read"] {
  return (reading, target) => {
    const { reader } = reading;
    let key = "";
    let entry: JsonValue | undefined;
    reading.nested((end) => {
      while (reader.position < end) {
        const tag = reader.uint32();
        if (tag === 10) key = reading.text();
        else if (tag === (16 | value.wire)) entry = value.read(reading, entry);
        else reader.skip(tag & 7);
      }
    });
    const known = target[name];
    const entries = isJsonObject(known) ? known : {};
    target[name] = entries;
    setMember(entries, key, entry ?? value.default ?? {});
  };
}
