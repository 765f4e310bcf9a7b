import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { fetchClient } from "@a2a/http";
import { nodeClient } from "@a2a/http/node";
import { isLocalError } from "@a2a/types";
import { AgentCardSchema } from "@a2a/types/schemas";
import { type Listener, type Loopback, serve } from "test-kit/loopback";
import { afterAll, describe, expect, it } from "vitest";
import { type FetchCardOptions, fetchAgentCard, WELL_KNOWN } from "../src/index.ts";
import { locations } from "./locations.ts";
import { fullCard } from "./seed-cards.ts";

const node = nodeClient({ egress: { allowPrivate: true } });
afterAll(() => node.close());
const [NEW, OLD] = WELL_KNOWN;
const card = AgentCardSchema.parse(fullCard);

describe.each([
  ["nodeClient", node.http],
  ["fetchClient", fetchClient()],
])("over %s", (_, http) => {
  const find = (endpoint: string, options: Partial<FetchCardOptions> = {}) =>
    fetchAgentCard(endpoint, { http, ...options });

  async function refusal(server: Loopback, options: Partial<FetchCardOptions> = {}, path = "") {
    const error = await find(server.url + path, options).catch((reason: unknown) => reason);
    if (!isLocalError(error)) throw new Error("expected a local error", { cause: error });
    return error;
  }

  describe("failures (S2-25)", () => {
    it("nobody listens there", async () => {
      const gone = createServer().listen(0, "127.0.0.1");
      await once(gone, "listening");
      const { port } = gone.address() as AddressInfo; // a server that listens on TCP has such an address
      gone.close();
      await once(gone, "close");
      const url = `http://127.0.0.1:${port}`;
      await expect(find(url)).rejects.toMatchObject({
        code: "NETWORK",
        retryable: true,
        message: expect.stringMatching(new RegExp(`^Cannot reach agent card at ${url}${NEW}: .*ECONNREFUSED`)),
      });
    });

    it("the server is silent", async () => {
      await using server = await serve(() => undefined);
      const error = await refusal(server, { timeoutMs: 30 });
      expect(error).toMatchObject({ code: "TIMEOUT", retryable: true });
      expect(error.message).toMatch(`Timed out fetching agent card from ${server.url}${NEW}: no response within`);
      await server.idle();
    });

    it("the card trickles, and all locations share one deadline", async () => {
      await using server = await serve(async (request, response) => {
        if (request.url === NEW) return void response.writeHead(404, { Connection: "close" }).end();
        while (!response.destroyed) {
          response.write(" ");
          await new Promise((resolve) => setImmediate(resolve));
        }
      });
      const error = await refusal(server, { timeoutMs: 400 });
      expect(error.code).toBe("TIMEOUT");
      expect(error.message).toMatch(`Timed out fetching agent card from ${server.url}${OLD}: `);
      await server.idle();
    });

    it.each([500, 401, 403, 503])("the server says %i", async (status) => {
      await using server = await serve((_, response) => response.writeHead(status).end(`no\n\u0007${"x".repeat(300)}`));
      const error = await refusal(server);
      expect(error).toMatchObject({ code: "HTTP", status });
      expect(error.message).toBe(`GET ${server.url}${NEW} returned HTTP ${status}: no\\u000a\\u0007${"x".repeat(196)}`);
    });

    it("there is no card", async () => {
      await using server = await serve(locations({}));
      const error = await refusal(server);
      expect(error).toMatchObject({ code: "HTTP", status: 404 });
      expect(error.message).toBe(`GET ${server.url}${NEW} returned HTTP 404: not found`);
    });

    it("one location gives a more specific error than the other", async () => {
      await using server = await serve(locations({ [OLD]: "<html>maintenance</html>" }));
      expect((await refusal(server)).message).toBe(
        `Agent card at ${server.url}${OLD} returned non-JSON: <html>maintenance</html>`,
      );
    });

    it.each([
      ["a page", "<!doctype html><title>Hello</title>"],
      ["nothing", ""],
      ["half a card", JSON.stringify(fullCard).slice(0, 200)],
      ["NaN", "NaN"],
      ["two cards", "{}{}"],
    ])("the card is %s", async (_, text) => {
      await using server = await serve((_request, response) => response.end(text));
      const error = await refusal(server);
      expect(error.code).toBe("PROTOCOL");
      expect(
        error.message.startsWith(`Agent card at ${server.url}${NEW} returned non-JSON: ${text.slice(0, 100)}`),
      ).toBe(true);
      expect(error.message.length).toBeLessThan(350);
    });

    it.each([
      ["not an object", "[1,2]"],
      ["an error of JSON-RPC", '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"no"}}'],
      ["without a name", JSON.stringify({ ...fullCard, name: undefined })],
      ["of the wrong types", JSON.stringify({ ...fullCard, skills: "all" })],
      ["without an interface", JSON.stringify({ ...fullCard, supportedInterfaces: [] })],
      ["null", "null"],
    ])("the card is %s", async (_, text) => {
      await using server = await serve((_request, response) => response.end(text));
      const error = await refusal(server);
      expect(error.code).toBe("PROTOCOL");
      expect(error.message).toMatch(`Agent card at ${server.url}${NEW} has invalid schema: `);
    });

    it("the card has 20 MB: it is refused, declared or not", async () => {
      const chunk = " ".repeat(64 * 1024);
      let sent = 0;
      await using server = await serve((request, response) => {
        if (request.url === NEW) response.setHeader("Content-Length", 20 * 1024 * 1024);
        const more = () => {
          while (sent < 20 * 1024 * 1024 && !response.destroyed) {
            sent += chunk.length;
            if (!response.write(chunk)) return;
          }
        };
        response.on("drain", more);
        more();
      });
      for (const path of [NEW, OLD]) {
        sent = 0;
        const error = await refusal(server, {}, path);
        expect(error.code).toBe("LIMIT");
        expect(error.message).toBe(
          `Agent card at ${server.url}${path} is refused: the response is larger than 262144 bytes`,
        );
        await server.idle();
        expect(sent).toBeLessThan(20 * 1024 * 1024);
      }
    });

    it("the card is nested too deeply, or lists too many skills", async () => {
      const params = JSON.parse(`${'{"a":'.repeat(40)}1${"}".repeat(40)}`) as object;
      const skills = Array.from({ length: 201 }, (_, n) => ({ id: `s${n}`, name: "S", description: "", tags: [] }));
      await using server = await serve(
        locations({
          "/deep.json": { ...fullCard, capabilities: { extensions: [{ uri: "urn:x", params }] } },
          "/very-deep.json": "[".repeat(100_000),
          "/abyss.json": "[".repeat(100_000) + "]".repeat(100_000),
          "/many.json": { ...fullCard, skills },
        }),
      );
      expect((await refusal(server, {}, "/deep.json")).message).toBe(
        `Agent card at ${server.url}/deep.json is refused: nested deeper than 32 levels`,
      );
      expect(await refusal(server, {}, "/very-deep.json")).toMatchObject({ code: "PROTOCOL" });
      expect(await refusal(server, {}, "/abyss.json")).toMatchObject({ code: "LIMIT" });
      expect(await refusal(server, {}, "/many.json")).toMatchObject({
        code: "LIMIT",
        message: `Agent card at ${server.url}/many.json is refused: lists more than 200 skills`,
      });
      expect((await find(`${server.url}/many.json`, { maxSkills: 201 })).card.skills).toHaveLength(201);
    });

    it("the caller aborts: its reason is rethrown unchanged", async () => {
      await using server = await serve(() => undefined);
      const controller = new AbortController();
      const reason = { stop: "now" };
      const finding = find(server.url, { signal: controller.signal });
      controller.abort(reason);
      await expect(finding).rejects.toBe(reason);
      await server.idle();
    });

    it("the endpoint is not a URL", async () => {
      await expect(find("tide.example")).rejects.toMatchObject({ code: "CONFIG" });
    });
  });

  describe("redirects", () => {
    const to = (location: (server: string) => string, at = NEW): Listener => {
      return (request, response) => {
        if (request.url === at) response.writeHead(302, { Location: location(`http://${request.headers.host}`) }).end();
        else locations({ "/card.json": fullCard })(request, response);
      };
    };

    it.each(["/card.json", "card.json", "../card.json"])(
      "are followed within the origin, to %s too",
      async (location) => {
        await using server = await serve(to(() => (location === "card.json" ? "/card.json" : location)));
        expect(await find(server.url)).toMatchObject({ card, url: `${server.url}/card.json` });
      },
    );

    it("are followed at most three times", async () => {
      let hops = 0;
      await using server = await serve((request, response) => {
        hops++;
        const left = Number(new URL(request.url ?? "", "http://x").searchParams.get("left") ?? "4");
        if (left === 0) response.end(JSON.stringify(fullCard));
        else response.writeHead(307, { Location: `/c.json?left=${left - 1}` }).end();
      });
      expect((await find(`${server.url}/c.json?left=3`)).card.name).toBe("Tide Clerk");
      hops = 0;
      const error = await refusal(server, {}, "/c.json");
      expect(error).toMatchObject({
        code: "LIMIT",
        message: `Agent card at ${server.url}/c.json is refused: it redirects more than 3 times`,
      });
      expect(hops).toBe(4);
    });

    it("to another origin are followed only if the caller allows it, and without secrets", async () => {
      const seen: unknown[] = [];
      await using other = await serve((request, response) => {
        seen.push(request.headers["x-key"]);
        response.end(JSON.stringify(fullCard));
      });
      await using server = await serve(to(() => `${other.url}/card.json`));
      const error = await refusal(server, { headers: { "X-Key": "secret" } });
      expect(error).toMatchObject({
        code: "BLOCKED",
        message: `Agent card at ${server.url}${NEW} redirects to ${other.url}: only redirects within ${server.url} are followed`,
      });
      expect(seen).toEqual([]);
      const allowRedirect = (from: URL, target: URL) => from.origin === server.url && target.origin === other.url;
      const found = await find(server.url, { headers: { "X-Key": "secret" }, allowRedirect });
      expect(found.url).toBe(`${other.url}/card.json`);
      expect(seen).toEqual([undefined]);
    });

    it.each(["http://[", "//"])("to %s are refused", async (location) => {
      await using server = await serve(to(() => location));
      expect((await refusal(server)).code).toMatch(/^(PROTOCOL|BLOCKED)$/);
    });

    it("are each checked by the guard", async () => {
      const asked: string[] = [];
      const guard = (url: URL) => void asked.push(url.pathname);
      await using server = await serve(to(() => "/card.json"));
      await find(server.url, { guard });
      expect(asked).toEqual([NEW, "/card.json"]);
    });
  });

  it("rejects an unsolicited 304", async () => {
    await using server = await serve((_, response) => response.writeHead(304).end());
    expect(await refusal(server)).toMatchObject({ code: "HTTP", status: 304 });
  });
});

it("calls no address that the egress policy forbids", async () => {
  await using server = await serve((_, response) => response.end(JSON.stringify(fullCard)));
  const strict = nodeClient();
  await expect(fetchAgentCard(server.url, { http: strict.http })).rejects.toMatchObject({ code: "BLOCKED" });
  await expect(fetchAgentCard("http://169.254.169.254", { http: strict.http })).rejects.toMatchObject({
    code: "BLOCKED",
  });
  await strict.close();
  expect(server.connections).toBe(0);
});
