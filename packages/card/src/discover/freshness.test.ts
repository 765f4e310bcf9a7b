import { expect, it } from "vitest";
import { conditions, readFreshness } from "./freshness.ts";

it.each<[string | undefined, string | undefined, number | undefined]>([
  [undefined, undefined, undefined],
  ["public", undefined, undefined],
  ["max-age=60", undefined, 60_000],
  ["public, Max-Age=60", undefined, 60_000],
  ['max-age="60"', undefined, 60_000],
  ["max-age=60", "20", 40_000],
  ["max-age=60", "90", 0],
  ["max-age=60", "nonsense", 60_000],
  ["no-store, max-age=60", undefined, 0],
  ["no-cache", undefined, 0],
  ["max-age=-5", undefined, undefined],
])("Cache-Control %j with Age %j lets a card be used for %j ms (R-185)", (cacheControl, age, maxAgeMs) => {
  expect(readFreshness({ headers: { "cache-control": cacheControl, age } }).maxAgeMs).toBe(maxAgeMs);
});

it("revalidates by the entity tag, else by the date (R-186)", () => {
  const lastModified = "Mon, 02 Mar 2026 08:00:00 GMT";
  expect(conditions({ etag: '"a"', lastModified })).toEqual({ "If-None-Match": '"a"' });
  expect(conditions({ lastModified })).toEqual({ "If-Modified-Since": lastModified });
  expect(conditions({})).toEqual({});
});
