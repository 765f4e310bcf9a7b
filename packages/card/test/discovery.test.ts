import { fetchClient } from "@a2a/http";
import { nodeClient } from "@a2a/http/node";
import type { JsonValue } from "@a2a/types";
import { AgentCardSchema } from "@a2a/types/schemas";
import { type Listener, serve } from "test-kit/loopback";
import { afterAll, describe, expect, it } from "vitest";
import { cardHandler } from "../src/handler.ts";
import {
  CardCache,
  cardAddresses,
  type FetchCardOptions,
  fetchAgentCard,
  fetchCardWith,
  selectInterface,
  WELL_KNOWN,
} from "../src/index.ts";
import { locations } from "./locations.ts";
import { fieldCards, fullCard } from "./seed-cards.ts";

const node = nodeClient({ egress: { allowPrivate: true } });
afterAll(() => node.close());
const [NEW, OLD] = WELL_KNOWN;
const card = AgentCardSchema.parse(fullCard);

/** Serves a card with our own handler. */
function agent(versions?: Parameters<typeof cardHandler>[1]): Listener {
  const handler = cardHandler(card, versions);
  return (request, response) => {
    const { pathname, search } = new URL(request.url ?? "/", "http://x");
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    const answer = handler({ method: request.method ?? "", path: pathname, query: search.slice(1), headers, body: "" });
    response.writeHead(answer?.status ?? 404, answer?.headers).end(answer?.body ?? "");
  };
}

describe.each([
  ["nodeClient", node.http],
  ["fetchClient", fetchClient()],
])("over %s", (_, http) => {
  const find = (endpoint: string, options: Partial<FetchCardOptions> = {}) =>
    fetchAgentCard(endpoint, { http, ...options });

  describe("finding", () => {
    it("tries agent-card.json first (S4-19)", async () => {
      await using server = await serve(locations({ [NEW]: fullCard, [OLD]: fieldCards["S1 corteX"].card }));
      expect(await find(server.url)).toMatchObject({ card, version: "1.0", url: server.url + NEW });
    });

    it("then at agent.json (S1-05, S2-24, S3-11, R-240)", async () => {
      const known = fieldCards["S1 corteX"].card;
      await using server = await serve(locations({ [OLD]: known }));
      const found = await find(`${server.url}/`);
      expect(found).toMatchObject({ version: "0.1", url: server.url + OLD, source: JSON.stringify(known) });
      expect(found.card.name).toBe(known.name);
    });

    it("reads a card with an exact URL only there", async () => {
      await using server = await serve(locations({ "/api/a2a/agent-card.json": fullCard, [NEW]: { name: "Other" } }));
      expect((await find(`${server.url}/api/a2a/agent-card.json`)).url).toBe(`${server.url}/api/a2a/agent-card.json`);
      await expect(find(`${server.url}/gone.json`)).rejects.toThrow(`GET ${server.url}/gone.json returned HTTP 404`);
    });

    it("prefers the card below the endpoint to that of another agent at the origin (R-208)", async () => {
      const below = { ...fullCard, name: "North" };
      await using server = await serve(locations({ [`/agents/north${NEW}`]: below, [NEW]: fullCard }));
      expect((await find(`${server.url}/agents/north/`)).card.name).toBe("North");
      await expect(find(`${server.url}/agents/south`)).rejects.toMatchObject({ code: "HTTP", status: 404 });
    });

    it("accepts the origin's card for an endpoint with a path when it names that path", async () => {
      const [entry] = fullCard.supportedInterfaces;
      const south = { ...fullCard, supportedInterfaces: [{ ...entry, url: "/agents/south/a2a" }] };
      await using server = await serve(locations({ [NEW]: south }));
      expect(await find(`${server.url}/agents/south`)).toMatchObject({
        url: server.url + NEW,
        note: `the card was found at ${server.url}${NEW}, not at ${server.url}/agents/south${NEW}`,
      });
      expect(await find(server.url)).not.toHaveProperty("note");
      await expect(find(`${server.url}/agents/sou`)).rejects.toMatchObject({ code: "HTTP", status: 404 });
    });

    it.each(Object.entries(fieldCards))(
      "finds the card of %s and what a client is made of: address and name (S2-26)",
      async (_, { card: wire, version }) => {
        await using server = await serve(locations({ [version === "1.0" ? NEW : OLD]: wire }));
        const found = await find(server.url);
        expect(found.version).toBe(version);
        const chosen = selectInterface(found.card, { versions: ["1.0", "0.3", "0.2", "0.1"], bindings: ["JSONRPC"] });
        expect(chosen.version).toBe(version);
        expect([found.card.name, chosen.entry.url]).toEqual([wire.name, "url" in wire ? wire.url : "/a2a"]);
      },
    );

    it.each(["1.0", "0.3", "0.2", "0.1"] as const)("asks for %s and gets the same card", async (version) => {
      await using server = await serve(agent());
      const found = await find(server.url, { version });
      expect([found.version, found.card]).toEqual([version, card]);
    });

    it("reads cards with the given decoder", async () => {
      await using server = await serve(locations({ [NEW]: fullCard }));
      const decode = (wire: JsonValue) => ({
        card: { ...card, name: `${Object.keys(wire as object).length} members` },
        version: "1.0" as const,
      });
      const found = await fetchCardWith(decode, server.url, { http });
      expect(found.card.name).toBe(`${Object.keys(fullCard).length} members`);
    });

    it("uses the version that is served when the requested one is not", async () => {
      await using server = await serve(agent({ versions: ["0.3"] }));
      expect((await find(server.url)).version).toBe("0.3");
    });

    it("sends the caller's headers and Accept", async () => {
      const seen: unknown[] = [];
      await using server = await serve((request, response) => {
        seen.push([request.method, request.headers.accept, request.headers["x-key"], request.headers["a2a-version"]]);
        response.end(JSON.stringify(fullCard));
      });
      await find(server.url, { headers: { "X-Key": "k" } });
      expect(seen).toEqual([["GET", "application/json", "k", "1.0"]]);
    });
  });

  it("revalidates a cached card by its entity tag, and keeps it on 304 (R-185, R-186)", async () => {
    const statuses: number[] = [];
    const serving = agent({ maxAgeMs: 60_000 });
    await using server = await serve((request, response) => {
      serving(request, response);
      statuses.push(response.statusCode);
    });
    const known = await find(server.url);
    expect(known).toMatchObject({ maxAgeMs: 60_000, etag: expect.stringMatching(/^"/) });
    const again = await find(server.url, { known });
    expect(again).toEqual(known);
    const cache = new CardCache({ http });
    await cache.get(server.url);
    expect((await cache.get(server.url)).card).toEqual(card);
    expect(statuses).toEqual([200, 304, 200]);
  });
});

it.each([
  ["https://tide.example", [`https://tide.example${NEW}`, `https://tide.example${OLD}`]],
  ["https://tide.example/", [`https://tide.example${NEW}`, `https://tide.example${OLD}`]],
  [
    "https://tide.example/a2a/?x=1#y",
    [
      `https://tide.example/a2a${NEW}?x=1`,
      `https://tide.example/a2a${OLD}?x=1`,
      `https://tide.example${NEW}?x=1`,
      `https://tide.example${OLD}?x=1`,
    ],
  ],
  ["https://tide.example/cards/me.json?v=2", ["https://tide.example/cards/me.json?v=2"]],
])("the card of %s may be at %j (S2-24)", (endpoint, addresses) => {
  expect(cardAddresses(endpoint)).toEqual(addresses);
});
