import * as fc from "fast-check";
import protobuf from "protobufjs/minimal.js";
import { expect, it } from "vitest";
import { ByteReader } from "./byte-reader.ts";
import { ByteWriter } from "./byte-writer.ts";

// protobufjs is the oracle: both have to write the same bytes, and read them back.

type Value =
  | { readonly uint32: number }
  | { readonly int64: number }
  | { readonly double: number }
  | { readonly bool: boolean }
  | { readonly string: string }
  | { readonly bytes: Buffer };

const value: fc.Arbitrary<Value> = fc.oneof(
  fc.record({ uint32: fc.integer({ min: 0, max: 0xffff_ffff }) }),
  fc.record({ int64: fc.maxSafeInteger() }),
  fc.record({ double: fc.double() }),
  fc.record({ bool: fc.boolean() }),
  fc.record({ string: fc.string({ unit: "binary" }) }),
  fc.record({ string: fc.integer({ min: 0, max: 40_000 }).map((size) => "ä".repeat(size)) }),
  fc.record({ bytes: fc.integer({ min: 0, max: 80_000 }).map((size) => Buffer.alloc(size, 7)) }),
);

it("are written as by protobufjs, from the end, and read back", () => {
  fc.assert(
    fc.property(fc.array(value, { maxLength: 12 }), (values) => {
      const expected = protobuf.Writer.create();
      for (const each of values) writeForward(expected, each);
      const writer = new ByteWriter();
      for (const each of values.toReversed()) write(writer, each);
      const bytes = writer.finish();
      expect(bytes.equals(expected.finish())).toBe(true);
      const reader = new ByteReader(bytes);
      for (const each of values) expect(readAs(reader, each)).toEqual(each);
      expect(reader.position).toBe(reader.length);
    }),
    { numRuns: 60 },
  );
});

it("skips fields of every wire type, groups within groups as well", () => {
  const group = [0x0b, 0x08, 0x01, 0x13, 0x12, 0x01, 0xff, 0x14, 0x0c];
  const reader = new ByteReader(Buffer.from([...group, 0x2a]));
  reader.skip(reader.uint32() & 7);
  expect(reader.uint32()).toBe(0x2a);
});

it.each([
  ["a number", [0xff]],
  ["a number of more than ten bytes", new Array(11).fill(0xff)],
  ["bytes", [0x05, 0x01]],
])("throws for %s that ends too early", (_, bytes) => {
  expect(() => new ByteReader(Buffer.from(bytes)).bytes()).toThrow(RangeError);
});

function writeForward(writer: protobuf.Writer, each: Value): void {
  if ("uint32" in each) writer.uint32(each.uint32);
  else if ("int64" in each) writer.int64(each.int64);
  else if ("double" in each) writer.double(each.double);
  else if ("bool" in each) writer.bool(each.bool);
  else if ("string" in each) writer.string(each.string);
  else writer.bytes(each.bytes);
}

function write(writer: ByteWriter, each: Value): void {
  if ("uint32" in each) writer.uint32(each.uint32);
  else if ("int64" in each) writer.int64(each.int64);
  else if ("double" in each) writer.double(each.double);
  else if ("bool" in each) writer.bool(each.bool);
  else if ("string" in each) writer.string(each.string);
  else writer.bytes(each.bytes);
}

function readAs(reader: ByteReader, each: Value): Value {
  if ("uint32" in each) return { uint32: reader.uint32() };
  if ("int64" in each) return { int64: reader.int64() };
  if ("double" in each) return { double: reader.double() };
  if ("bool" in each) return { bool: reader.bool() };
  if ("string" in each) return { string: reader.bytes().toString() };
  return { bytes: reader.bytes() };
}
