import type { SecurityRequirement, SecurityScheme } from "@a2a/types";
import { describe, expect, it } from "vitest";
import { apiKey, basic, bearer, type Credential, clientCredentials, Secret } from "../src/auth.ts";
import { namedAgents, parseConfig } from "../src/config.ts";
import { connect } from "../src/index.ts";
import { cardAt, serveAgentPeer } from "./support/agent-peer.ts";
import { answer, type Peer, type Received, servePeer } from "./support/peer.ts";

const task = { id: "t-1", status: { state: "TASK_STATE_WORKING" } };
type Schemes = Record<string, SecurityScheme>;
const needs = (...alternatives: string[][]): SecurityRequirement[] =>
  alternatives.map((names) => ({ schemes: Object.fromEntries(names.map((name) => [name, { list: ["read"] }])) }));

const header: SecurityScheme = { apiKeySecurityScheme: { location: "header", name: "X-Desk-Key" } };
const httpScheme = (scheme: string): SecurityScheme => ({ httpAuthSecurityScheme: { scheme } });
const oauth = (tokenUrl: string): SecurityScheme => ({
  oauth2SecurityScheme: { flows: { clientCredentials: { tokenUrl, scopes: { read: "Read" } } } },
});

/** What an agent with these schemes is sent by a caller with these credentials. */
async function sent(
  schemes: Schemes,
  auth: Credential | Credential[],
  requirements = needs(Object.keys(schemes)),
): Promise<Received & { notes: readonly string[] }> {
  await using peer = await serveAgentPeer({
    card: (url) => cardAt(url, { securitySchemes: schemes as never, securityRequirements: requirements as never }),
    methods: { GetTask: () => task },
  });
  const client = await connect(peer.url, { auth, memory: new Map() });
  await client.getTask("t-1");
  return { ...(peer.received.at(-1) as Received), notes: client.describe().notes };
}

describe("credentials", () => {
  it("an API key goes where the card declares it", async () => {
    expect((await sent({ k: header }, apiKey("k-1"))).headers["x-desk-key"]).toBe("k-1");
    const query: SecurityScheme = { apiKeySecurityScheme: { location: "query", name: "key" } };
    expect((await sent({ k: query }, apiKey(new Secret("k 1")))).path).toBe("/?key=k+1");
    const cookie: SecurityScheme = { apiKeySecurityScheme: { location: "cookie", name: "desk" } };
    expect((await sent({ k: cookie }, apiKey("k-1"))).headers.cookie).toBe("desk=k-1");
  });

  it("a user name and a password go as Basic, in UTF-8", async () => {
    const { headers } = await sent({ b: httpScheme("Basic") }, basic("jörg", "pässword"));
    expect(Buffer.from(headers.authorization?.replace("Basic ", "") ?? "", "base64").toString("utf8")).toBe(
      "jörg:pässword",
    );
    expect(() => basic("a:b", "c")).toThrow("must not contain a colon");
  });

  it("a token goes as Bearer, for OAuth and OpenID Connect as well", async () => {
    for (const scheme of [
      httpScheme("bearer"),
      oauth("https://id.example/token"),
      { openIdConnectSecurityScheme: { openIdConnectUrl: "https://id.example" } },
    ]) {
      expect((await sent({ t: scheme }, bearer("t-1"))).headers.authorization).toBe("Bearer t-1");
    }
  });

  it("satisfy the first of the card's alternatives that they can", async () => {
    const schemes = { k: header, b: httpScheme("basic"), t: httpScheme("bearer") };
    const { headers } = await sent(schemes, [bearer("t-1"), apiKey("k-1")], needs(["b"], ["k", "t"], ["t"]));
    expect(headers).toMatchObject({ "x-desk-key": "k-1", authorization: "Bearer t-1" });
    expect(
      (await sent({ ...schemes, m: { mtlsSecurityScheme: {} } }, bearer("t-1"), needs(["m", "t"]))).headers
        .authorization,
    ).toBe("Bearer t-1");
  });

  it("are sent with a scheme that is declared but not required", async () => {
    expect((await sent({ t: httpScheme("bearer") }, bearer("t-1"), [])).headers.authorization).toBe("Bearer t-1");
  });

  it("are never sent where the card does not declare their scheme", async () => {
    for (const [schemes, requirements] of [
      [{}, []],
      [{ k: header }, needs(["k"])],
      [{ k: header, t: httpScheme("bearer") }, needs(["k"])],
    ] as [Schemes, SecurityRequirement[]][]) {
      const { headers, notes } = await sent(schemes, bearer("t-1"), requirements);
      expect(headers.authorization).toBeUndefined();
      expect(notes).toContain("credentials are not sent: the card declares no matching security scheme");
    }
    expect((await sent({ k: header }, apiKey("k-1", { name: "X-Other" }))).headers["x-desk-key"]).toBeUndefined();
  });

  it("that cannot be sent are refused before any request", async () => {
    await expect(sent({ t: httpScheme("bearer") }, bearer("a\r\nX-Evil: 1"))).rejects.toMatchObject({ code: "CONFIG" });
    await expect(sent({ t: httpScheme("bearer") }, bearer(""))).rejects.toMatchObject({ code: "CONFIG" });
  });
});

describe("the origin", () => {
  it("rows 48, 64: credentials and headers go only to the origin they were given for", async () => {
    await using other = await serveAgentPeer({ methods: { GetTask: () => task } });
    const elsewhere = other.url.replace("127.0.0.1", "localhost");
    const securitySchemes = { t: httpScheme("bearer") } as never;
    await using peer = await serveAgentPeer({ card: () => cardAt(elsewhere, { securitySchemes }) });
    // The other agent may be called, though it is not public, through an exchange that does not mind.
    const options = { auth: bearer("t-1"), headers: { "X-Team": "north" }, memory: new Map<string, string>() };
    await expect(connect(peer.url, options)).rejects.toMatchObject({ code: "BLOCKED" });
    const { fetchClient } = await import("@a2a/http");
    const http = fetchClient({
      fetch: (request) => fetch(new Request(request.url.replace("https://other.example", other.url), request)),
    });
    await using named = await serveAgentPeer({ card: () => cardAt("https://other.example/a2a", { securitySchemes }) });
    const client = await connect(named.url, { ...options, http });
    await client.getTask("t-1");
    expect(other.received.at(-1)?.headers).not.toHaveProperty("authorization");
    expect(other.received.at(-1)?.headers).not.toHaveProperty("x-team");
    expect(named.received[0]?.headers["x-team"]).toBe("north");
  });
});

describe("a token that is refused", () => {
  /** An agent that takes this token only. */
  const serveStrict = (good: () => string): Promise<Peer> =>
    servePeer((request, response) => {
      if (request.method === "GET") {
        return answer(
          response,
          cardAt(`http://${request.headers.host}`, { securitySchemes: { t: httpScheme("bearer") } as never }),
        );
      }
      if (request.headers.authorization !== `Bearer ${good()}`)
        return answer(response, "", 401, { "WWW-Authenticate": "Bearer" });
      return answer(response, { jsonrpc: "2.0", id: JSON.parse(request.body).id, result: task });
    });

  it("is requested once more, and not again", async () => {
    let good = "t-2";
    await using peer = await serveStrict(() => good);
    let given = 0;
    const client = await connect(peer.url, { auth: bearer(() => `t-${++given}`), memory: new Map() });
    expect(await client.getTask("t-1")).toEqual(task);
    expect(peer.received.filter(({ method }) => method === "POST")).toHaveLength(2);
    good = "never";
    await expect(client.getTask("t-1")).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
    expect(peer.received.filter(({ method }) => method === "POST")).toHaveLength(4);
  });

  it("fails when there is no other candidate", async () => {
    await using peer = await serveStrict(() => "t-2");
    const client = await connect(peer.url, { auth: bearer("t-1"), memory: new Map() });
    await expect(client.getTask("t-1")).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
    expect(peer.received.filter(({ method }) => method === "POST")).toHaveLength(1);
  });
});

describe("client credentials of OAuth 2.0", () => {
  /** An agent that gives out tokens too; each is good until the next is given out. */
  async function serveWithTokens(lifetime = 100) {
    let given = 0;
    let status = 200;
    const peer: Peer = await servePeer((request, response) => {
      if (request.method === "GET") {
        return answer(
          response,
          cardAt(peer.url, {
            securitySchemes: { o: oauth(`${peer.url}/token`) } as never,
            securityRequirements: needs(["o"]) as never,
          }),
        );
      }
      if (request.path === "/token") {
        if (status !== 200) return answer(response, { error: "invalid_client" }, status);
        return answer(response, { access_token: `t-${++given}`, token_type: "Bearer", expires_in: lifetime });
      }
      if (request.headers.authorization !== `Bearer t-${given}`) return answer(response, "", 401);
      return answer(response, { jsonrpc: "2.0", id: JSON.parse(request.body).id, result: task });
    });
    return {
      peer,
      tokens: () => peer.received.filter(({ path }) => path === "/token"),
      revoke: () => {
        given++;
      },
      break: () => {
        status = 401;
      },
    };
  }

  it("are exchanged for a token with the card's scopes, once for all concurrent callers", async () => {
    const { peer, tokens } = await serveWithTokens();
    await using _ = peer;
    const auth = clientCredentials({ clientId: "me", clientSecret: new Secret("s3") });
    const client = await connect(peer.url, { auth, memory: new Map() });
    await Promise.all(Array.from({ length: 5 }, () => client.getTask("t-1")));
    expect(tokens()).toHaveLength(1);
    expect(tokens()[0]).toMatchObject({
      body: "scope=read&grant_type=client_credentials",
      headers: { authorization: `Basic ${btoa("me:s3")}` },
    });
  });

  it("are exchanged again at 80 % of the lifetime, and when the agent refuses the token", async () => {
    const { peer, tokens, revoke } = await serveWithTokens();
    await using _ = peer;
    let now = 0;
    const auth = clientCredentials({ clientId: "me", clientSecret: "s3", clientAuth: "post", now: () => now });
    const client = await connect(peer.url, { auth, memory: new Map() });
    await client.getTask("t-1");
    now = 79_000;
    await client.getTask("t-1");
    expect(tokens()).toHaveLength(1);
    now = 81_000;
    await client.getTask("t-1");
    expect(tokens()).toHaveLength(2);
    revoke();
    expect(await client.getTask("t-1")).toEqual(task);
    expect(tokens()).toHaveLength(3);
    expect(tokens()[0]?.body).toContain("client_secret=s3");
  });

  it("that are refused end in an error without the secret; a valid cached token is still used", async () => {
    const { peer, break: broken } = await serveWithTokens();
    await using _ = peer;
    let now = 0;
    const make = () => clientCredentials({ clientId: "me", clientSecret: "s3cret", now: () => now });
    const client = await connect(peer.url, { auth: make(), memory: new Map() });
    await client.getTask("t-1");
    broken();
    now = 81_000;
    expect(await client.getTask("t-1")).toEqual(task);
    const late = await connect(peer.url, { auth: make(), memory: new Map() });
    const failed = (await late.getTask("t-1").catch((error: unknown) => error)) as Error;
    expect(failed.message).toMatch(`no token from ${peer.url}`);
    expect(JSON.stringify([failed.message, failed.stack])).not.toContain("s3cret");
  });

  it("are never sent to an address that only a card names, nor in plain text", async () => {
    const attempt = async (tokenUrl: string, given?: string) => {
      await using peer = await serveAgentPeer({
        card: (url) => cardAt(url, { securitySchemes: { o: oauth(tokenUrl) } as never }),
        methods: { GetTask: () => task },
      });
      const auth = clientCredentials({
        clientId: "me",
        clientSecret: "s3",
        ...(given !== undefined && { tokenUrl: given }),
      });
      const client = await connect(peer.url, { auth, memory: new Map(), maxRetries: 0 });
      return client.getTask("t-1").catch((error: unknown) => error);
    };
    expect(await attempt("https://evil.example/token")).toMatchObject({
      code: "CONFIG",
      message: expect.stringContaining("the card names https://evil.example for tokens"),
    });
    expect(await attempt("https://evil.example/token", "http://id.example/token")).toMatchObject({
      code: "CONFIG",
      message: expect.stringContaining("secrets are sent over https: only"),
    });
  });
});

describe("S4-31 the authToken of a configuration", () => {
  const agentsAt = (endpoint: string, more: object = {}) => {
    const text = JSON.stringify({ a2a: { remoteAgents: { partner: { endpoint, authToken: "sk-1", ...more } } } });
    return namedAgents(parseConfig(text, { file: "a2a.json", environment: {} }));
  };
  /** An agent that wants a token and does not say so in its card. */
  const guarded = (schemes: Schemes = {}) =>
    serveAgentPeer({
      card: (url) => cardAt(url, { securitySchemes: schemes as never }),
      methods: {
        GetTask: (_, response) => {
          if (response.req.headers.authorization === "Bearer sk-1") return task;
          answer(response, { jsonrpc: "2.0", id: null, error: { code: -32000, message: "Unauthorized" } }, 401);
          return undefined;
        },
      },
    });

  it("is sent to the agent, although its card declares no security scheme", async () => {
    await using peer = await guarded();
    await using client = await connect("partner", { agents: agentsAt(peer.url), memory: new Map() });
    expect(await client.getTask("t-1")).toMatchObject({ id: "t-1" });
  });

  it("is sent to the configured origin only", async () => {
    await using other = await guarded();
    await using peer = await serveAgentPeer({ card: () => cardAt(other.url) });
    const connecting = connect("partner", { agents: agentsAt(peer.url), memory: new Map() });
    await expect(connecting).rejects.toThrow("which is not the agent's own origin: pass it in `origins` to allow it");
    expect(other.received).toEqual([]);
  });

  it("is withheld from an agent that declares other schemes, and the error says so", async () => {
    await using peer = await guarded({ k: header });
    await using client = await connect("partner", { agents: agentsAt(peer.url), memory: new Map() });
    const reading = client.getTask("t-1");
    await expect(reading).rejects.toMatchObject({
      code: "UNAUTHENTICATED",
      message: expect.stringContaining("(the bearer token was not sent: the agent's card declares only k)"),
    });
    expect(peer.received.every(({ headers }) => headers.authorization === undefined)).toBe(true);
  });
});

it("credentials that a card has no scheme for are withheld, and the error of the agent says so", async () => {
  await using peer = await serveAgentPeer({
    card: (url) => cardAt(url),
    methods: {
      GetTask: (_, response) => {
        answer(response, { jsonrpc: "2.0", id: null, error: { code: -32000, message: "Unauthorized" } }, 401);
        return undefined;
      },
    },
  });
  await using client = await connect(peer.url, { auth: apiKey("k-1"), memory: new Map() });
  const reason = "Unauthorized (the API key was not sent: the agent's card declares no security scheme)";
  await expect(client.getTask("t-1")).rejects.toThrow(reason);
  await using sender = await connect(peer.url, { auth: bearer("t-1", { undeclared: true }), memory: new Map() });
  await expect(sender.getTask("t-1")).rejects.toThrow(/Unauthorized$/);
  expect(peer.received.at(-1)?.headers.authorization).toBe("Bearer t-1");
});
