import { inProcessClient } from "@a2a/http";
import { type AgentCard, isLocalError, type ProtocolVersion } from "@a2a/types";
import { describe, expect, it, vi } from "vitest";
import { buildCard } from "../build/build-card.ts";
import { CardCache, type CardCacheOptions, type CardPin } from "./card-cache.ts";

const endpoint = "https://tide.example";

function cardOf(description: string, versions: ProtocolVersion[] = ["1.0", "0.3"]): AgentCard {
  return buildCard({ name: "Tide Clerk", description }, { url: "https://tide.example/a2a", versions });
}

/** A server whose card, headers and health a test changes while it runs, with a clock of its own. */
function setUp(options: Partial<CardCacheOptions> = {}) {
  const server = {
    card: cardOf("first"),
    etag: '"1"',
    cacheControl: "max-age=60",
    down: false,
    asked: [] as (string | null)[],
  };
  let now = 0;
  const http = inProcessClient((request) => {
    const condition = request.headers.get("if-none-match");
    server.asked.push(condition);
    if (server.down) return new Response("down", { status: 503 });
    const headers = { ETag: server.etag, ...(server.cacheControl !== "" && { "Cache-Control": server.cacheControl }) };
    if (condition === server.etag) return new Response(null, { status: 304, headers });
    return new Response(JSON.stringify(server.card), { headers });
  });
  const cache = new CardCache({ http, now: () => now, ...options });
  return { server, cache, pass: (ms: number) => (now += ms) };
}

/** Stands in for a check of signatures: a card counts as signed when it has any, and as forged when one says so. */
const verify: NonNullable<CardCacheOptions["verify"]> = async ({ card }) => {
  if (card.signatures === undefined) return undefined;
  return { card: { ...card, description: `${card.description}, verified` } };
};
const signatures = [{ protected: "e30", signature: "x" }];

describe("keeping", () => {
  it("fetches once and uses the card while it is fresh (S4-29, R-185)", async () => {
    const { server, cache, pass } = setUp();
    const first = await cache.get(endpoint);
    pass(59_999);
    expect(await cache.get(endpoint)).toBe(first);
    expect(server.asked).toEqual([null]);
  });

  it("revalidates a stale card by its entity tag (R-186)", async () => {
    const { server, cache, pass } = setUp();
    await cache.get(endpoint);
    pass(60_000);
    expect((await cache.get(endpoint)).card.description).toBe("first");
    pass(59_999);
    await cache.get(endpoint);
    expect(server.asked).toEqual([null, '"1"']);
    Object.assign(server, { card: cardOf("second"), etag: '"2"' });
    pass(1);
    expect((await cache.get(endpoint)).card.description).toBe("second");
    expect(server.asked).toEqual([null, '"1"', '"1"']);
  });

  it("uses a default lifetime without Cache-Control, and revalidates each time for no-cache", async () => {
    const { server, cache, pass } = setUp({ defaultMaxAgeMs: 1_000 });
    server.cacheControl = "";
    await cache.get(endpoint);
    pass(999);
    await cache.get(endpoint);
    expect(server.asked).toHaveLength(1);
    server.cacheControl = "no-cache";
    pass(1);
    await cache.get(endpoint);
    await cache.get(endpoint);
    expect(server.asked).toHaveLength(3);
  });

  it("shares one request among concurrent callers, and continues when one of them aborts", async () => {
    const { server, cache } = setUp();
    const controller = new AbortController();
    const impatient = cache.get(endpoint, { signal: controller.signal });
    const patient = cache.get(endpoint);
    controller.abort("enough");
    await expect(impatient).rejects.toBe("enough");
    expect((await patient).card.name).toBe("Tide Clerk");
    expect(server.asked).toHaveLength(1);
  });

  it("evicts the oldest card at its limit", async () => {
    const { server, cache } = setUp({ maxEntries: 2 });
    for (const name of ["a", "b", "c"]) await cache.get(`https://${name}.example`);
    await cache.get("https://b.example");
    await cache.get("https://c.example");
    expect(server.asked).toHaveLength(3);
    await cache.get("https://a.example");
    expect(server.asked).toHaveLength(4);
  });
});

describe("dropping", () => {
  it("drops a card on request (S4-29)", async () => {
    const { server, cache } = setUp();
    await cache.get(endpoint);
    cache.drop(endpoint);
    await cache.get(endpoint);
    expect(server.asked).toEqual([null, null]);
  });

  it("drops a card that cannot be revalidated, and fetches it anew afterwards (S4-29)", async () => {
    const { server, cache, pass } = setUp();
    await cache.get(endpoint);
    pass(60_000);
    server.down = true;
    await expect(cache.get(endpoint)).rejects.toMatchObject({ code: "HTTP", status: 503 });
    server.down = false;
    server.asked = [];
    expect((await cache.get(endpoint)).card.name).toBe("Tide Clerk");
    expect(server.asked).toEqual([null]);
  });
});

describe("trusting", () => {
  it("returns what the signature covers, not what the document says", async () => {
    const { server, cache } = setUp({ verify });
    server.card = { ...cardOf("first"), signatures };
    expect((await cache.get(endpoint)).card.description).toBe("first, verified");
  });

  it("accepts unsigned cards until one was signed, then never again, even after errors and drops", async () => {
    const { server, cache } = setUp({ verify });
    await cache.get(endpoint);
    server.card = { ...cardOf("second"), signatures };
    cache.drop(endpoint);
    await cache.get(endpoint);
    cache.drop(endpoint);
    server.down = true;
    await expect(cache.get(endpoint)).rejects.toMatchObject({ code: "HTTP" });
    Object.assign(server, { down: false, card: cardOf("third") });
    for (let attempt = 0; attempt < 2; attempt++) {
      const refused = await cache.get(endpoint).catch((error: unknown) => error);
      expect(isLocalError(refused, "SIGNATURE") && refused.message).toBe(
        "Agent card at https://tide.example/.well-known/agent-card.json is not signed by a known key, although it was signed before",
      );
    }
  });

  it("remembers across processes with a pin store", async () => {
    const pins = new Map<string, CardPin>();
    const before = setUp({ verify, pins });
    before.server.card = { ...cardOf("first"), signatures };
    await before.cache.get(endpoint);
    expect(pins.get(`${endpoint}/`)).toEqual({ signed: true, newest: "1.0" });
    await expect(setUp({ verify, pins }).cache.get("HTTPS://TIDE.example:443/")).rejects.toMatchObject({
      code: "SIGNATURE",
    });
  });

  it("refuses unsigned cards from the start where signatures are required (R-195)", async () => {
    const { cache } = setUp({ verify, signatures: "require" });
    await expect(cache.get(endpoint)).rejects.toMatchObject({ code: "SIGNATURE" });
    expect(() => setUp({ signatures: "require" })).toThrow("pass `verify`");
  });

  it("does not cache a card whose signature is invalid", async () => {
    const forged = vi.fn<NonNullable<CardCacheOptions["verify"]>>(() => Promise.reject(new Error("forged")));
    const { server, cache } = setUp({ verify: forged });
    await expect(cache.get(endpoint)).rejects.toThrow("forged");
    await expect(cache.get(endpoint)).rejects.toThrow("forged");
    expect(server.asked).toEqual([null, null]);
  });

  it("verifies an unchanged card again, as its key may have expired", async () => {
    const checked = vi.fn(verify);
    const { cache, pass } = setUp({ verify: checked });
    await cache.get(endpoint);
    pass(60_000);
    await cache.get(endpoint);
    expect(checked).toHaveBeenCalledTimes(2);
  });

  it("refuses a card downgraded to older versions, unless that is allowed", async () => {
    for (const allowDowngrade of [false, true]) {
      const { server, cache } = setUp({ allowDowngrade });
      await cache.get(endpoint);
      cache.drop(endpoint);
      server.card = cardOf("second", ["0.3"]);
      if (allowDowngrade) expect((await cache.get(endpoint)).card.description).toBe("second");
      else
        await expect(cache.get(endpoint)).rejects.toThrow(
          "offers nothing newer than 0.3, although it offered 1.0 before",
        );
    }
  });
});
