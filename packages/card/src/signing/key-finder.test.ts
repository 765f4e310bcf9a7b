import { inProcessClient } from "@a2a/http";
import { describe, expect, it } from "vitest";
import { ferryVector, ferryHeader as header, signedWith } from "../../test/signing-vectors.ts";
import type { FetchedCard } from "../discover/fetch-card.ts";
import type { KeySets } from "./key-finder.ts";
import type { SignatureProblem } from "./problems.ts";
import { cardVerifier, type VerifyCardOptions, verifyCard } from "./verify-card.ts";

const { publicJwk } = ferryVector;
const keys = [{ jwk: publicJwk }];
const now = () => Date.parse("2026-03-01T00:00:00Z");

async function problem(card: object, options: VerifyCardOptions): Promise<SignatureProblem | undefined> {
  const result = await verifyCard(JSON.stringify(card), { now, ...options });
  return result.valid ? undefined : result.problem;
}

describe("key sets (R-196)", () => {
  const jku = "https://keys.example/set.json";
  const pointing = signedWith({ ...header, jku });

  function keySets(allow: string[], answer: () => Response): KeySets & { asked: string[] } {
    const asked: string[] = [];
    const http = inProcessClient((request) => {
      asked.push(request.url);
      return answer();
    });
    return { allow, http, asked };
  }
  const set =
    (...members: object[]) =>
    () =>
      Response.json({ keys: members });

  it.each([jku, "https://keys.example", "https://keys.example/"])("are fetched when %s is allowed", async (allowed) => {
    const sets = keySets([allowed], set(publicJwk));
    expect(await problem(pointing, { keySets: sets })).toBeUndefined();
    expect(sets.asked).toEqual([jku]);
  });

  it.each([
    "https://keys.example/other.json",
    "https://keys.example.evil.example",
    "http://keys.example",
    "keys.example",
  ])("are not fetched when only %s is allowed", async (allowed) => {
    const sets = keySets([allowed], set(publicJwk));
    expect(await problem(pointing, { keySets: sets })).toBe("JKU_NOT_ALLOWED");
    expect(sets.asked).toEqual([]);
  });

  it("are not fetched over plain HTTP, even when that is on the list", async () => {
    const sets = keySets(["http://keys.example/a"], set(publicJwk));
    expect(await problem(signedWith({ ...header, jku: "http://keys.example/a" }), { keySets: sets })).toBe(
      "JKU_NOT_ALLOWED",
    );
  });

  it("are not fetched for keys in the trust store", async () => {
    const sets = keySets([jku], set());
    expect(await problem(pointing, { keys, keySets: sets })).toBeUndefined();
    expect(sets.asked).toEqual([]);
  });

  it.each<[SignatureProblem, string, () => Response]>([
    ["UNKNOWN_KEY", "without the key", set({ ...publicJwk, kid: "other" })],
    ["JKU_UNREACHABLE", "that is gone", () => new Response("gone", { status: 404 })],
    ["JKU_UNREACHABLE", "that is a page", () => new Response("<html>")],
    ["JKU_UNREACHABLE", "that is no key set", () => Response.json([])],
    [
      "JKU_UNREACHABLE",
      "that redirects",
      () => new Response(null, { status: 302, headers: { Location: "https://evil.example" } }),
    ],
    ["JKU_UNREACHABLE", "that is huge", () => new Response("x".repeat(70_000))],
    ["KEY_EXPIRED", "with a key that has expired", set({ ...publicJwk, exp: 1_000_000 })],
    ["KEY_NOT_YET_VALID", "with a key of the future", set({ ...publicJwk, nbf: 4_000_000_000 })],
    ["KEY_REVOKED", "with a revoked key", set({ ...publicJwk, revoked: { revoked_at: 1 } })],
  ])("%s: a key set %s", async (expected, _, answer) => {
    expect(await problem(pointing, { keySets: keySets([jku], answer) })).toBe(expected);
  });

  it("are cached by a verifier, then fetched again", async () => {
    const sets = { ...keySets([jku], set(publicJwk)), maxAgeMs: 1_000 };
    let time = 0;
    const verify = cardVerifier({ keySets: sets, now: () => time });
    const fetched = { source: JSON.stringify(pointing), url: "https://ferry.example/card.json" } as FetchedCard; // all that is read
    await verify(fetched);
    time = 999;
    await verify(fetched);
    expect(sets.asked).toHaveLength(1);
    time = 1_000;
    await verify(fetched);
    expect(sets.asked).toHaveLength(2);
  });
});
