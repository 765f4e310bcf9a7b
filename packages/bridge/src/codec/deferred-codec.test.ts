import { expect, it } from "vitest";
import { allCodecs } from "../all.ts";
import { clientCodecs, codecsOnDemand } from "../on-demand.ts";
import { v0_1 } from "../v0_1.ts";
import { v0_2 } from "../v0_2.ts";
import { v0_3 } from "../v0_3.ts";
import { requestTraits as requests0_1 } from "../versions/v0_1/request-traits.ts";
import { traits as traits0_1 } from "../versions/v0_1/traits.ts";
import { requestTraits as requests0_2 } from "../versions/v0_2/request-traits.ts";
import { traits as traits0_2 } from "../versions/v0_2/traits.ts";
import { requestTraits as requests0_3 } from "../versions/v0_3/request-traits.ts";
import { traits as traits0_3 } from "../versions/v0_3/traits.ts";
import { deferCodec } from "./defer-codec.ts";
import { loadCodecs, NotLoadedError } from "./deferred-codec.ts";
import { operationNames } from "./operation-table.ts";
import type { VersionCodec } from "./version-codec.ts";

it("recognizes its version before it is loaded, and translates after that", async () => {
  const codec = deferCodec(v0_3, async () => v0_3);
  expect(codec.operations.sendMessage?.rpcMethod).toBe("message/send");
  expect(codec.matchAnswer({ kind: "task" })).toBe("certain");
  const early = () => codec.operations.cancelTask?.decodeInput({ id: "t-1" });
  expect(early).toThrow(NotLoadedError);
  expect(early).toThrow("protocol version 0.3 is not loaded yet: await `codec.load()` first");
  expect(() => codec.card.decode({})).toThrow(NotLoadedError);
  await codec.load?.();
  expect(early()).toEqual({ id: "t-1" });
  expect(codec.load).toBeUndefined();
});

it("is imported once by those who need it together, and again after a failure", async () => {
  const outcomes: (VersionCodec | Error)[] = [new Error("offline"), v0_3];
  let imports = 0;
  const codec = deferCodec(v0_3, async () => {
    const outcome = outcomes[imports++];
    if (outcome === undefined || outcome instanceof Error) throw outcome;
    return outcome;
  });
  await expect(Promise.allSettled([codec.load?.(), codec.load?.()])).resolves.toMatchObject([
    { status: "rejected", reason: { message: "offline" } },
    { status: "rejected", reason: { message: "offline" } },
  ]);
  expect(imports).toBe(1);
  await Promise.all([loadCodecs([codec, v0_3]), codec.load?.()]);
  expect(imports).toBe(2);
  expect(loadCodecs([codec, v0_3])).toBeUndefined();
});

it("is recognized by the same names whether it is loaded or not", async () => {
  const known = [
    [{ ...traits0_3, ...requests0_3 }, v0_3],
    [{ ...traits0_2, ...requests0_2 }, v0_2],
    [{ ...traits0_1, ...requests0_1 }, v0_1],
  ] as const;
  for (const [traits, whole] of known) {
    const deferred = deferCodec(traits, async () => whole);
    expect(namesOf(deferred)).toEqual(namesOf(whole));
    await deferred.load?.();
    expect(namesOf(deferred)).toEqual(namesOf(whole));
  }
});

it.each([
  ["clients", clientCodecs],
  ["servers", codecsOnDemand],
])("is there on demand in %s for every version but the newest, which is there already", async (_, codecs) => {
  expect(codecs[0]).toBe(allCodecs[0]);
  await loadCodecs(codecs);
  for (const [index, { load: _, ...codec }] of codecs.entries()) expect(codec).toEqual(allCodecs[index]);
});

it("recognizes answers and cards in a client before it is loaded, and has no names of requests", () => {
  const codec = deferCodec(traits0_3, async () => v0_3);
  expect(codec.matchAnswer({ kind: "task" })).toBe("certain");
  expect(codec.card.match({ protocolVersion: "0.3.0" })).toBe("certain");
  expect(codec.operations).toEqual({});
});

/** The names of operations, and the values of all members that do not translate. */
function namesOf({ operations, restForms, card, push, errors: _, load: __, ...traits }: VersionCodec) {
  const rows = (table: VersionCodec["operations"]) =>
    Object.fromEntries(
      operationNames(table).map((name) => [
        name,
        [table[name]?.rpcMethod, table[name]?.rpcAliases, table[name]?.routes],
      ]),
    );
  const rest =
    restForms &&
    Object.fromEntries(operationNames(restForms.fallback).map((name) => [name, restForms.fallback[name]?.routes]));
  const { hasGeneratedId: ___, sendOnlyDialect: ____, restVariants: _____, ...recognized } = traits; // only of use to those who translate
  const { path, match, absorbs } = card;
  const { contentType, wholeTask, recognizes } = push;
  return { ...recognized, rows: rows(operations), rest, path, match, absorbs, contentType, wholeTask, recognizes };
}
