import type { JsonObject, JsonValue } from "@a2a/types";
import { setMember } from "@a2a/types/internal";
import type protobuf from "protobufjs/minimal.js";
import { malformed, type Reading } from "./reading.ts";
import { readText } from "./text.ts";

type Writer = protobuf.Writer;

/** Writes the content of a `google.protobuf.Timestamp`. */
export function writeTimestamp(writer: Writer, text: string): void {
  const ms = Date.parse(text);
  const seconds = Math.floor(ms / 1000);
  const [, fraction = ""] = /\.(\d{1,9})/.exec(text) ?? [];
  const nanos = Number(fraction.padEnd(9, "0"));
  if (seconds !== 0) writer.uint32(8).int64(seconds);
  if (nanos !== 0) writer.uint32(16).int32(nanos);
}

/** Reads a timestamp as text, with three, six or nine fractional digits, as many as it needs. */
export function readTimestamp(reading: Reading): string {
  const { reader } = reading;
  let seconds = 0;
  let nanos = 0;
  reading.nested((end) => {
    while (reader.pos < end) {
      const tag = reader.uint32();
      if (tag === 8) seconds = Number(reader.int64());
      else if (tag === 16) nanos = reader.int32();
      else reader.skipType(tag & 7);
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
export function writeStruct(writer: Writer, object: JsonObject): void {
  for (const key of Object.keys(object)) {
    const value = object[key];
    if (value === undefined) continue;
    writer.uint32(10).fork().uint32(10).string(key).uint32(18).fork();
    writeValue(writer, value);
    writer.ldelim().ldelim();
  }
}

/** Writes the content of a `google.protobuf.Value`. */
export function writeValue(writer: Writer, value: JsonValue): void {
  if (typeof value === "string") writer.uint32(26).string(value);
  else if (typeof value === "number") writer.uint32(17).double(value);
  else if (typeof value === "boolean") writer.uint32(32).bool(value);
  else if (value === null) writer.uint32(8).int32(0);
  else if (Array.isArray(value)) {
    writer.uint32(50).fork();
    for (const element of value) {
      writer.uint32(10).fork();
      writeValue(writer, element);
      writer.ldelim();
    }
    writer.ldelim();
  } else {
    writer.uint32(42).fork();
    writeStruct(writer, value);
    writer.ldelim();
  }
}

/** Reads a struct into an object. */
export function readStruct(reading: Reading, target: JsonObject = {}): JsonObject {
  const { reader } = reading;
  return reading.container((end) => {
    while (reader.pos < end) {
      const tag = reader.uint32();
      if (tag === 10) readEntry(reading, target);
      else reader.skipType(tag & 7);
    }
    return target;
  });
}

function readEntry(reading: Reading, target: JsonObject): void {
  const { reader } = reading;
  let key = "";
  let value: JsonValue = null;
  reading.nested((end) => {
    while (reader.pos < end) {
      const tag = reader.uint32();
      if (tag === 10) key = readText(reader);
      else if (tag === 18) value = readValue(reading);
      else reader.skipType(tag & 7);
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
    while (reader.pos < end) {
      const tag = reader.uint32();
      if (tag === 26) value = readText(reader);
      else if (tag === 17) value = readNumber(reader);
      else if (tag === 32) value = reader.bool();
      else if (tag === 42) value = readStruct(reading);
      else if (tag === 50) value = readList(reading);
      else if (tag === 8) {
        reader.int32();
        value = null;
      } else reader.skipType(tag & 7);
    }
  });
  return value;
}

function readList(reading: Reading): JsonValue[] {
  const { reader } = reading;
  const list: JsonValue[] = [];
  reading.container((end) => {
    while (reader.pos < end) {
      const tag = reader.uint32();
      if (tag === 10) list.push(readValue(reading));
      else reader.skipType(tag & 7);
    }
  });
  return list;
}

function readNumber(reader: protobuf.Reader): number {
  const value = reader.double();
  if (!Number.isFinite(value)) throw malformed("a number is not finite, which JSON cannot express");
  return value;
}
