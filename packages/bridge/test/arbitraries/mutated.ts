import type { JsonObject, JsonValue } from "@a2a/types";
import * as fc from "fast-check";

/** Values in unexpected places. */
const strangers: JsonValue[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e21,
  "",
  "x",
  "null",
  "TASK_STATE_WORKING",
  "completed",
  "ROLE_USER",
  "user",
  "2026-03-01T09:15:00Z",
  "2026-02-30T09:15:00Z",
  "====",
  [],
  {},
  [null],
  [{}],
  { "": 0 },
  { text: "x" },
  { kind: "text", text: "x" },
  { kind: "task", type: "text" },
  { state: "working" },
  { "urn:a2a-compat:1": { status: 7, parts: [], payload: "message", role: 5 } },
];

/** Names that may collide: inherited ones, those of other protocol versions, reserved ones. */
const names = [
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "length",
  "kind",
  "type",
  "status",
  "state",
  "message",
  "parts",
  "content",
  "file",
  "data",
  "metadata",
  "id",
  "messages",
  "urn:a2a-compat:1",
];

/** A document with one to three members removed, replaced, renamed, duplicated or added. */
export function mutated(documents: fc.Arbitrary<unknown>): fc.Arbitrary<JsonValue> {
  return fc
    .tuple(documents, fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat()), { minLength: 1, maxLength: 3 }))
    .map(([document, steps]) => {
      // A copy through JSON, so that the mutation does not affect the original.
      let value = JSON.parse(JSON.stringify(document) ?? "null") as JsonValue;
      for (const [place, kind, choice] of steps) value = mutate(value, place, kind, choice);
      return value;
    });
}

/** Mutates a document in place; three numbers choose the place, the kind of mutation and the new value. */
export function mutate(root: JsonValue, place: number, kind: number, choice: number): JsonValue {
  const places = placesIn(root);
  const target = places[place % (places.length + 1)];
  const stranger = strangers[choice % strangers.length] as JsonValue; // within the list
  const fresh = JSON.parse(JSON.stringify(stranger)) as JsonValue;
  if (target === undefined) return fresh;
  const { holder, key } = target;
  if (Array.isArray(holder)) {
    const index = Number(key);
    if (kind % 3 === 0) holder.splice(index, 1);
    else if (kind % 3 === 1) holder[index] = fresh;
    else holder.push(holder[index] ?? null);
    return root;
  }
  const name = names[choice % names.length] as string; // within the list
  if (kind % 4 === 0) delete holder[key];
  else if (kind % 4 === 1) define(holder, key, fresh);
  else if (kind % 4 === 2) define(holder, name, holder[key] ?? null);
  else define(holder, name, fresh);
  return root;
}

/** As `JSON.parse` would: a `__proto__` becomes an ordinary member. */
function define(holder: JsonObject, key: string, value: JsonValue): void {
  Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true });
}

type Place = { holder: JsonObject; key: string } | { holder: JsonValue[]; key: string };

function placesIn(root: JsonValue): Place[] {
  const places: Place[] = [];
  const queue: JsonValue[] = [root];
  for (let value = queue.pop(); value !== undefined && places.length < 500; value = queue.pop()) {
    if (typeof value !== "object" || value === null) continue;
    for (const [key, member] of Object.entries(value)) {
      places.push({ holder: value as JsonObject, key }); // an array, where `value` is one
      queue.push(member);
    }
  }
  return places;
}
