import * as fc from "fast-check";
import type { JsonObject, JsonValue } from "../json/json.ts";

/** An object with members that are always there and members that are absent every other time. */
export function object<Always extends object, Sometimes extends object>(
  always: { [K in keyof Always]: fc.Arbitrary<Always[K]> },
  sometimes: { [K in keyof Sometimes]: fc.Arbitrary<Sometimes[K]> },
): fc.Arbitrary<Always & Partial<Sometimes>> {
  const members: Record<string, fc.Arbitrary<unknown>> = { ...always };
  for (const [name, member] of Object.entries<fc.Arbitrary<unknown>>(sometimes)) {
    // `fc.record` leaves out one in six, so that objects with few members would hardly ever come up.
    members[name] = fc.option(member, { nil: undefined, freq: 2 });
  }
  const value = fc
    .record(members, { noNullPrototype: true })
    .map((all) => Object.fromEntries(Object.entries(all).filter(([, member]) => member !== undefined)));
  // The keys are computed, so fast-check cannot tell what it makes; the two parameters say it.
  return value as fc.Arbitrary<unknown> as fc.Arbitrary<Always & Partial<Sometimes>>;
}

/** A list of a few values. */
export function list<T>(item: fc.Arbitrary<T>, minLength = 0): fc.Arbitrary<T[]> {
  return fc.array(item, { minLength, maxLength: 3 });
}

// Any character but halves of a pair. The unit of fast-check that has them all takes a second to set up.
const character = fc
  .nat({ max: 0x10ffff - 0x800 })
  .map((code) => String.fromCodePoint(code < 0xd800 ? code : code + 0x800));

/** Any text, also the empty one: plain, of every script, with control characters and what would end an event of a stream. */
export const text: fc.Arbitrary<string> = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.string({ unit: "grapheme", maxLength: 12 }),
  fc.string({ unit: character, maxLength: 12 }),
  fc.constantFrom("", " ", "null", "data: x\n\n", "\r\n", "\u2028", "日本語", "👩‍🚀"),
);

/** Any text but the empty one. */
export const nonEmptyText: fc.Arbitrary<string> = text.map((value) => value || "x");

/** An identifier: often a UUID, sometimes another text, never empty. */
export const id: fc.Arbitrary<string> = fc.oneof(fc.uuid(), nonEmptyText);

/** An address. */
export const url: fc.Arbitrary<string> = fc.webUrl({ withQueryParameters: true, size: "small" });

/** A list of texts. */
export const texts: fc.Arbitrary<string[]> = list(text);

/** A list of media types, also in the short words of older cards. */
export const mediaTypes: fc.Arbitrary<string[]> = list(
  fc.constantFrom("text/plain", "application/json", "image/png", "text/*", "*/*", "text"),
);

/** Canonical base64. */
export const base64: fc.Arbitrary<string> = fc
  .uint8Array({ maxLength: 12 })
  .map((bytes) => btoa(String.fromCharCode(...bytes)));

/** A count as the protocol takes it. */
export const count: fc.Arbitrary<number> = fc.oneof(fc.nat({ max: 100 }), fc.constantFrom(0, 2_147_483_647));

/** Date and time of day, without fraction and zone. */
const seconds = fc
  .date({ min: new Date("0001-01-01T00:00:00Z"), max: new Date("9999-12-31T23:59:59Z"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 19));
const fraction = fc
  .string({ unit: fc.constantFrom(..."0123456789"), maxLength: 9 })
  .map((digits) => digits && `.${digits}`);

/** An instant in UTC with zero to nine fractional digits. */
export const timestamp: fc.Arbitrary<string> = fc.tuple(seconds, fraction).map((pieces) => `${pieces.join("")}Z`);

/** An instant as the 0.x protocol versions write it: in UTC, with an offset, or without a zone. */
export const olderTimestamp: fc.Arbitrary<string> = fc
  .tuple(seconds, fraction, fc.constantFrom("Z", "", "+02:00", "-05:30"))
  .map((pieces) => pieces.join(""));

// Shorter than the keys that the translation between protocol versions reserves for itself, so those never come up. Test runners
// take an own `constructor` for the class of an object and then find equal objects different.
const memberName = fc
  .oneof(
    fc.string({ maxLength: 12 }),
    fc.constantFrom("", "__proto__", "toString", "hasOwnProperty", "length", "traceId", "ключ"),
  )
  .filter((name) => name !== "constructor");

const json = fc.letrec<{ value: JsonValue; object: JsonObject }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 2 },
    text,
    fc.constantFrom(null, true, false, 0, 1e21),
    fc.integer(),
    // A text cannot tell -0 from 0.
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number || 0),
    list(tie("value")),
    tie("object"),
  ),
  object: list(fc.tuple(memberName, tie("value"))).map(Object.fromEntries),
}));

/** Any JSON value, exactly as `JSON.parse` would return it. */
export const jsonValue: fc.Arbitrary<JsonValue> = json.value;

/** A JSON object, also the empty one, with members such as `__proto__` that need care. */
export const jsonObject: fc.Arbitrary<JsonObject> = json.object;

/** A map by name, such as that of security schemes. */
export function mapOf<T>(value: fc.Arbitrary<T>): fc.Arbitrary<Record<string, T>> {
  const name = fc.oneof(
    fc.stringMatching(/^[a-z][a-zA-Z0-9_-]{0,7}$/),
    fc.constantFrom("toString", "hasOwnProperty", "schlüssel"),
  );
  return list(fc.tuple(name, value)).map((entries) => Object.fromEntries(entries));
}
