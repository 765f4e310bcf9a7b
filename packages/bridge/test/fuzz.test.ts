import { checkJson, isA2AError, isJsonObject, type JsonValue } from "@a2a/types";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { COMPAT } from "../src/index.ts";
import { mutate } from "./arbitraries/mutated.ts";
import { allDecoders, type Decoder } from "./decoders.ts";

const DOCUMENTS = 20_000;
const decoders = allDecoders();
const { seed = 0 } = fc.readConfigureGlobal();

describe("R-12, R-14 invalid input", () => {
  it(`is decoded or rejected by each of ${decoders.length} decoders, without other exceptions`, () => {
    const random = generator(seed);
    let read = 0;
    let refused = 0;
    for (const decoder of decoders) {
      const bases = fc.sample(decoder.documents, { numRuns: 12, seed }).map((value) => JSON.stringify(value));
      for (let run = 0; run < DOCUMENTS / decoders.length; run++) {
        const document = damaged(bases[run % bases.length] ?? "null", random);
        if (attempt(decoder, document, run % 5 === 0)) read++;
        else refused++;
      }
    }
    expect(Object.keys(Object.prototype)).toStrictEqual([]);
    // Both must happen, or the mutations are too weak or too strong to find anything.
    expect(Math.min(read, refused)).toBeGreaterThan(DOCUMENTS / 10);
  });

  it.each(["null", "true", "0", '""', "[]", "{}", "[[]]", '{"__proto__":null}', '{"constructor":{"prototype":{}}}'])(
    "may be %s",
    (text) => {
      for (const decoder of decoders) attempt(decoder, JSON.parse(text) as JsonValue, false);
    },
  );

  it("may be nested to any depth", () => {
    const deep = JSON.parse(`${'{"a":['.repeat(20_000)}${"]}".repeat(20_000)}`) as JsonValue;
    for (const decoder of decoders) {
      attempt(decoder, deep, false);
      const [base] = fc.sample(decoder.documents, { numRuns: 1, seed });
      if (!isJsonObject(base)) continue;
      for (const name of ["metadata", "data", "status", "message", "parts"]) {
        attempt(decoder, { ...base, [name]: deep }, false);
      }
      attempt(decoder, { ...base, metadata: { [COMPAT]: { configuration: deep, status: deep, parts: deep } } }, false);
    }
  });
});

/** Whether the document was decoded; otherwise it must be rejected with the designated error. */
function attempt(decoder: Decoder, document: JsonValue, strict: boolean): boolean {
  const options = { strict, createId: () => "made" };
  let value: unknown;
  try {
    value = decoder.decode(document, options);
  } catch (error) {
    if (!isA2AError(error) || error.message === "") throw failure(decoder, document, error);
    if (error.code === "INVALID_PARAMS" && error.violations.length === 0) throw failure(decoder, document, error);
    return false;
  }
  const checked = decoder.schema.safeParse(value);
  if (!checked.success) throw failure(decoder, document, checked.error);
  checkPrototypes(decoder, document, value);
  writeBack(decoder, document, value, options);
  return true;
}

/** Decoded values can be encoded, whatever a peer put into our stash. */
function writeBack(decoder: Decoder, document: JsonValue, value: unknown, options: { strict: boolean }): void {
  if (decoder.encode === undefined) return;
  let wire: JsonValue;
  try {
    wire = decoder.encode(value as never, options);
    if (!Array.isArray(wire)) decoder.decode(wire, { ...options, strict: true });
  } catch (error) {
    // A custom state of a peer is sent back to it; no other deviation is.
    if (!/\bstate\b/.test(String(error))) throw failure(decoder, document, error);
  }
}

function checkPrototypes(decoder: Decoder, document: JsonValue, root: unknown): void {
  const queue: unknown[] = [root];
  for (let value = queue.pop(); value !== undefined; value = queue.pop()) {
    if (typeof value !== "object" || value === null) continue;
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype !== Object.prototype && prototype !== Array.prototype) {
      throw failure(decoder, document, new Error("the prototype of an object was changed"));
    }
    for (const member of Object.values(value)) if (member !== undefined) queue.push(member);
  }
}

function failure(decoder: Decoder, document: JsonValue, cause: unknown): Error {
  const shown = checkJson(document) ?? JSON.stringify(document).slice(0, 3000);
  return new Error(`${decoder.name} broke on ${shown} (seed ${seed}): ${String(cause)}`, { cause });
}

function damaged(base: string, random: () => number): JsonValue {
  let value = JSON.parse(base) as JsonValue;
  for (let steps = 1 + (random() % 3); steps > 0; steps--) value = mutate(value, random(), random(), random());
  return value;
}

/** A small random number generator; that of fast-check costs more than the code under test. */
function generator(start: number): () => number {
  let state = start;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 8;
  };
}
