import { type AuthorizationServer, serveAuthorizationServer } from "test-kit/authorization-server";
import { type Listener, serve as serveLoopback } from "test-kit/loopback";
import { describe, expect, it } from "vitest";
import { type IntrospectionOptions, introspection } from "../src/introspection.ts";
import { errorOf, rpc, say, serveAgent, taskOf } from "./support/agent.ts";

const SECRET = "a secret of at least thirty-two characters";

function serveIssuer(): Promise<AuthorizationServer> {
  const plain = { client_secret: SECRET, redirect_uris: [], response_types: [] as [] };
  return serveAuthorizationServer({
    clients: [
      { client_id: "desk", ...plain, grant_types: ["client_credentials"] },
      { client_id: "app", ...plain, grant_types: ["client_credentials"] },
    ],
    resources: { "urn:desk": "ask", "urn:north": "ask", "urn:south": "ask" },
    format: "opaque",
  });
}

const serveDesk = (options: Partial<IntrospectionOptions> & { url: string }) =>
  serveAgent(
    async function* ({ caller: { subject, tenant, scopes, source } }) {
      yield JSON.stringify({ subject, tenant, scopes, source });
    },
    { auth: [introspection({ clientId: "desk", clientSecret: SECRET, ...options })] },
  );
type Desk = Awaited<ReturnType<typeof serveDesk>>;

const ask = (desk: Desk, token: string) => rpc(desk, "SendMessage", say("who?"), { Authorization: `Bearer ${token}` });

async function caller(desk: Desk, token: string): Promise<unknown> {
  const { artifacts } = taskOf(await ask(desk, token)) as { artifacts?: { parts: { text: string }[] }[] };
  return JSON.parse(artifacts?.[0]?.parts[0]?.text ?? "null");
}

/** An introspection endpoint that counts, and answers as the test says. */
async function serveEndpoint(answer: Listener) {
  let asked = 0;
  const server = await serveLoopback((request, response) => {
    asked++;
    return answer(request, response);
  });
  return { url: server.url, asked: () => asked, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}
const active =
  (claims: object): Listener =>
  (_, response) =>
    response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify({ active: true, ...claims }));

describe("opaque tokens", () => {
  it("of a real authorization server stand for their user, and unknown ones are refused", async () => {
    await using issuer = await serveIssuer();
    const token = await issuer.issue("ann", "app", "urn:desk", "ask");
    await using desk = await serveDesk({ url: issuer.introspectionUrl, audience: "urn:desk", issuer: issuer.issuer });
    expect(await caller(desk, token)).toEqual({ subject: "ann", scopes: ["ask"], source: issuer.issuer });
    const refused = await ask(desk, "made-up");
    expect([refused.status, refused.headers.get("www-authenticate")]).toEqual([
      401,
      expect.stringContaining('error="invalid_token"'),
    ]);
    const elsewhere = await issuer.issue("ann", "app", "urn:north", "ask");
    expect((await ask(desk, elsewhere)).status).toBe(401);
    expect(desk.handler.card.securitySchemes).toEqual({
      bearer: { httpAuthSecurityScheme: { scheme: "Bearer", bearerFormat: "opaque" } },
    });
  });

  it("belong to the tenant of their audience", async () => {
    await using issuer = await serveIssuer();
    const audience = { north: "urn:north", south: ["urn:south"] };
    await using desk = await serveDesk({ url: issuer.introspectionUrl, audience });
    expect(await caller(desk, await issuer.issue("ann", "app", "urn:north", "ask"))).toMatchObject({ tenant: "north" });
    expect(await caller(desk, await issuer.issue("ann", "app", "urn:south", "ask"))).toMatchObject({ tenant: "south" });
    expect((await ask(desk, await issuer.issue("ann", "app", "urn:desk", "ask"))).status).toBe(401);
  });

  it("of a program without a user stand for the client", async () => {
    await using endpoint = await serveEndpoint(active({ client_id: "robot" }));
    await using desk = await serveDesk({ url: endpoint.url });
    expect(await caller(desk, "t-1")).toMatchObject({ subject: "client:robot" });
  });

  it("that have expired, are not valid yet or are for others are refused, whatever the server says", async () => {
    const now = Date.now() / 1000;
    for (const claims of [
      { exp: now - 1 },
      { nbf: now + 60 },
      { aud: "other" },
      { iss: "https://other.example" },
      { cnf: { jkt: "x" } },
    ]) {
      const right = { sub: "ann", aud: "desk", iss: "https://id.example" };
      await using endpoint = await serveEndpoint(active({ ...right, ...claims }));
      await using desk = await serveDesk({ url: endpoint.url, audience: "desk", issuer: "https://id.example" });
      expect((await ask(desk, "t-1")).status).toBe(401);
    }
  });
});

describe("the authorization server", () => {
  it("is asked once for concurrent calls, and again when the answer is too old", async () => {
    await using endpoint = await serveEndpoint(active({ sub: "ann" }));
    await using desk = await serveDesk({ url: endpoint.url });
    await Promise.all([1, 2, 3].map(() => ask(desk, "t-1")));
    await ask(desk, "t-1");
    expect(endpoint.asked()).toBe(1);
    await using forgetful = await serveDesk({ url: endpoint.url, cacheMs: 0 });
    for (const _ of [1, 2]) await ask(forgetful, "t-1");
    expect(endpoint.asked()).toBe(3);
  });

  it("that fails, or does not know this agent, makes calls unavailable, and the failure is not remembered", async () => {
    let status = 500;
    await using endpoint = await serveEndpoint((_, response) =>
      response.writeHead(status, { "Content-Type": "application/json" }).end('{"active":true,"sub":"ann"}'),
    );
    await using desk = await serveDesk({ url: endpoint.url });
    for (status of [500, 401, 302]) {
      expect(errorOf(await ask(desk, "t-1"))).toMatchObject({ data: [{ reason: "UNAVAILABLE" }, expect.anything()] });
    }
    status = 200;
    expect(await caller(desk, "t-1")).toMatchObject({ subject: "ann" });
    await using gone = await serveDesk({ url: "http://127.0.0.1:1/introspect" });
    expect(errorOf(await ask(gone, "t-1"))).toMatchObject({ data: [{ reason: "UNAVAILABLE" }, expect.anything()] });
  });

  it("is asked about a bounded number of tokens at a time", async () => {
    const released = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    await using endpoint = await serveEndpoint(async (_, response) => {
      begun.resolve();
      await released.promise;
      response.writeHead(200, { "Content-Type": "application/json" }).end('{"active":true,"sub":"ann"}');
    });
    await using desk = await serveDesk({ url: endpoint.url, maxConcurrent: 1 });
    const first = ask(desk, "t-1");
    await begun.promise;
    expect(errorOf(await ask(desk, "t-2"))).toMatchObject({ data: [{ reason: "UNAVAILABLE" }, expect.anything()] });
    released.resolve();
    expect((await first).status).toBe(200);
  });

  it("must be reached over HTTPS", () => {
    expect(() => introspection({ url: "http://id.example/i", clientId: "a", clientSecret: "b" })).toThrow(
      "introspection: url must be an HTTPS URL",
    );
  });
});
