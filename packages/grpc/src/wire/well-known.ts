import type { JsonObject, JsonValue } from "@a2a/types";
import { setMember } from "@a2a/types/internal";
import type { ByteReader } from "./byte-reader.ts";
import type { ByteWriter } from "./byte-writer.ts";
import { malformed, type Reading } from "./reading.ts";

/** Writes the content of a `google.protobuf.Timestamp`. */
export function writeTimestamp(writer: ByteWriter, text: string): void {
  const ms = Date.parse(text);
  const seconds = Math.floor(ms / 1000);
  const [, fraction = ""] = /\.(\d{1,9})/.exec(text) ?? [];
  const nanos = Number(fraction.padEnd(9, "0"));
  if (nanos !== 0) {
    writer.uint32(nanos);
    writer.uint32(16);
  }
  if (seconds !== 0) {
    writer.int64(seconds);
    writer.uint32(8);
  }
}

/** Reads a timestamp as text, with three, six or nine fractional digits, as many as it needs. */
export function readTimestamp(reading: Reading): string {
  const { reader } = reading;
  let seconds = 0;
  let nanos = 0;
  reading.nested((end) => {
    while (reader.position < end) {
      const tag = reader.uint32();
      if (tag === 8) seconds = reader.int64();
      else if (tag === 16) nanos = reader.int32();
      else reader.skip(tag & 7);
    }
  });
  const date = new Date(seconds * 1000);
  const isValid = date.getTime() >= FIRST && date.getTime() <= LAST && nanos >= 0 && nanos < 1e9;
  if (!isValid) throw malformed("a timestamp is outside of the years 1 to 9999");
  const digits = String(nanos).padStart(9, "0");
  const shown = digits.endsWith("000000") ? digits.slice(0, 3) : digits.endsWith("000") ? digits.slice(0, 6) : digits;
  return `${date.toISOString().slice(0, 19)}.${shown}Z`;
}
const FIRST = Date.parse("0001-01-01T00:00:00Z");
const LAST = Date.parse("9999-12-31T23:59:59Z");

/** Writes the content of a `google.protobuf.Struct`. */
export function writeStruct(writer: ByteWriter, object: JsonObject): void {
  const keys = Object.keys(object);
  for (let n = keys.length - 1; n >= 0; n--) {
    const key = keys[n] ?? "";
    const value = object[key];
    if (value === undefined) continue;
    const end = writer.length;
    writeLengthed(writer, 18, () => writeValue(writer, value));
    writer.string(key);
    writer.uint32(10);
    writer.lengthSince(end);
    writer.uint32(10);
  }
}

/** Writes the content of a `google.protobuf.Value`. */
export function writeValue(writer: ByteWriter, value: JsonValue): void {
  if (typeof value === "string") {
    writer.string(value);
    writer.uint32(26);
  } else if (typeof value === "number") {
    writer.double(value);
    writer.uint32(17);
  } else if (typeof value === "boolean") {
    writer.bool(value);
    writer.uint32(32);
  } else if (value === null) {
    writer.uint32(0);
    writer.uint32(8);
  } else if (Array.isArray(value)) {
    writeLengthed(writer, 50, () => {
      for (let n = value.length - 1; n >= 0; n--) writeLengthed(writer, 10, () => writeValue(writer, value[n] ?? null));
    });
  } else writeLengthed(writer, 42, () => writeStruct(writer, value));
}

/** Writes a message, then its length and its tag in front of it. */
function writeLengthed(writer: ByteWriter, tag: number, write: () => void): void {
  const end = writer.length;
  write();
  writer.lengthSince(end);
  writer.uint32(tag);
}

/** Reads a struct into an object. */
export function readStruct(reading: Reading, target: JsonObject = {}): JsonObject {
  const { reader } = reading;
  return reading.container((end) => {
    while (reader.position < end) {
      const tag = reader.uint32();
      if (tag === 10) readEntry(reading, target);
      else reader.skip(tag & 7);
    }
    return target;
  });
}

function readEntry(reading: Reading, target: JsonObject): void {
  const { reader } = reading;
  let key = "";
  let value: JsonValue = null;
  reading.nested((end) => {
    while (reader.position < end) {
      const tag = reader.uint32();
      if (tag === 10) key = reading.text();
      else if (tag === 18) value = readValue(reading);
      else reader.skip(tag & 7);
    }
  });
  setMember(target, key, value);
}

/** Reads a value; one without a kind is null. */
export function readValue(reading: Reading): JsonValue {
  const { reader } = reading;
  reading.count();
  let value: JsonValue = null;
  reading.nested((end) => {
    while (reader.position < end) {
      const tag = reader.uint32();
      if (tag === 26) value = reading.text();
      else if (tag === 17) value = readNumber(reader);
      else if (tag === 32) value = reader.bool();
      else if (tag === 42) value = readStruct(reading);
      else if (tag === 50) value = readList(reading);
      else if (tag === 8) {
        reader.int32();
        value = null;
      } else reader.skip(tag & 7);
    }
  });
  return value;
}

function readList(reading: Reading): JsonValue[] {
  const { reader } = reading;
  const list: JsonValue[] = [];
  reading.container((end) => {
    while (reader.position < end) {
      const tag = reader.uint32();
      if (tag === 10) list.push(readValue(reading));
      else reader.skip(tag & 7);
    }
  });
  return list;
}

function readNumber(reader: ByteReader): number {
  const value = reader.double();
  if (!Number.isFinite(value)) throw malformed("a number is not finite, which JSON cannot express");
  return value;
}
