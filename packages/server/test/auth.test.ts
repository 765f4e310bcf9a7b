import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { describe, expect, it } from "vitest";
import { type Authenticator, apiKey, basic, bearer } from "../src/index.ts";
import { jwt } from "../src/jwt.ts";
import { errorOf, rpc, say, serveAgent, taskOf } from "./support/agent.ts";

async function* whoami({ caller }: { caller: { subject: string } }) {
  yield caller.subject;
}

const ways: [string, Authenticator, Record<string, string>, Record<string, string>][] = [
  ["an API key", apiKey({ keys: { "k-1": "ann" } }), { "X-API-Key": "k-1" }, { "X-API-Key": "k-2" }],
  [
    "a bearer token",
    bearer({ tokens: { "t-1": "ann" } }),
    { Authorization: "Bearer t-1" },
    { Authorization: "Bearer x" },
  ],
  [
    "name and password",
    basic((name, password) => (password === "pw" ? { subject: name } : undefined)),
    { Authorization: `Basic ${btoa("ann:pw")}` },
    { Authorization: `Basic ${btoa("ann:no")}` },
  ],
];

describe.each(ways)("callers authenticated by %s", (_, way, right, wrong) => {
  it("R-108 R-212 are admitted, and others are rejected", async () => {
    await using agent = await serveAgent(whoami, { auth: [way] });
    const known = await rpc(agent, "SendMessage", say("who?"), right);
    expect(taskOf(known)).toMatchObject({ artifacts: [{ parts: [{ text: "ann" }] }] });
    for (const headers of [wrong, {}]) {
      const refused = await rpc(agent, "SendMessage", say("who?"), headers);
      expect(refused.status).toBe(401);
      expect(errorOf(refused)).toMatchObject({ code: -32000, data: [{ reason: "UNAUTHENTICATED" }] });
    }
  });

  it("R-109 learn the scheme from the challenge and from the card", async () => {
    await using agent = await serveAgent(whoami, { auth: [way] });
    const refused = await rpc(agent, "GetTask", { id: "x" });
    expect(refused.headers.get("www-authenticate")).toBe(way.challenge);
    expect(agent.handler.card).toMatchObject({
      securitySchemes: { [way.name]: way.scheme },
      securityRequirements: [{ schemes: { [way.name]: {} } }],
    });
  });
});

describe("callers that are not known", () => {
  it.each<[string, Record<string, string>, string, string]>([
    [
      "no credentials",
      {},
      "Authentication is required: no credentials were sent, and this agent accepts: apiKey, bearer",
      'ApiKey realm="a2a", name="X-API-Key", Bearer realm="a2a"',
    ],
    [
      "a wrong token",
      { Authorization: "Bearer x" },
      "The credentials are not valid",
      'ApiKey realm="a2a", name="X-API-Key", Bearer realm="a2a", error="invalid_token", error_description="The credentials are not valid"',
    ],
    [
      "credentials of another kind",
      { Authorization: "Basic eA==" },
      "The credentials are not valid",
      'ApiKey realm="a2a", name="X-API-Key", Bearer realm="a2a", error="invalid_token", error_description="The credentials are not valid"',
    ],
  ])("learn what is wrong with %s", async (_, headers, message, challenge) => {
    const auth = [apiKey({ keys: { "k-1": "ann" } }), bearer({ tokens: { "t-1": "ann" } })];
    await using agent = await serveAgent(whoami, { auth });
    const refused = await rpc(agent, "SendMessage", say("who?"), headers);
    expect(errorOf(refused)).toMatchObject({ message });
    expect(refused.headers.get("www-authenticate")).toBe(challenge);
  });
});

it.each<[string, () => Authenticator, string]>([
  [
    "an empty token",
    () => bearer({ tokens: { "": "ann" } }),
    "bearer: tokens: a secret is empty; is an environment variable missing?",
  ],
  [
    "a token of a variable that is not set",
    () => bearer({ tokens: { [`${undefined}`]: "ann" } }),
    'bearer: tokens: a secret is "undefined"; is an environment variable missing?',
  ],
  [
    "a token that no header can hold",
    () => bearer({ tokens: { "t-1\n": "ann" } }),
    "bearer: tokens: a secret begins or ends with a space; is an environment variable missing?",
  ],
  [
    "a list of tokens",
    () => bearer({ tokens: ["t-1"] as never }),
    'bearer: tokens: expected an object such as { "s3cr3t": "ann" }, found a list',
  ],
  [
    "a token without a holder",
    () => bearer({ tokens: { "t-1": "" } }),
    'bearer: tokens: expected the name of who holds each secret, such as "ann", found an empty text',
  ],
  ["no tokens", () => bearer({}), 'bearer: expected tokens such as { "s3cr3t": "ann" }, or verify; found neither'],
  [
    "a misspelled option",
    () => bearer({ token: {} } as never),
    'unknown option "token" of bearer; did you mean tokens?',
  ],
  [
    "an empty key",
    () => apiKey({ keys: { " ": "ann" } }),
    "apiKey: keys: a secret is empty; is an environment variable missing?",
  ],
  [
    "a misspelled option of keys",
    () => apiKey({ key: {} } as never),
    'unknown option "key" of apiKey; did you mean keys?',
  ],
  [
    "a misspelled option of tokens that are signed",
    () => jwt({ isuer: "https://id.example" } as never),
    'unknown option "isuer" of jwt; did you mean issuer?',
  ],
])("refuses %s when the server starts", (_, make, message) => {
  expect(make).toThrow(new TypeError(message));
});

it("awaits a decision returned as a custom thenable", async () => {
  class LibraryPromise<T> {
    readonly #real: Promise<T>;
    constructor(real: Promise<T>) {
      this.#real = real;
    }
    // biome-ignore lint/suspicious/noThenProperty: a thenable is what this test needs
    then: Promise<T>["then"] = (...callbacks) => this.#real.then(...callbacks);
  }
  const refusal = { challenge: 'Bearer realm="agent"' };
  // A thenable that fails `instanceof Promise`; the type cannot express that.
  const authenticate = () => new LibraryPromise(Promise.resolve(refusal)) as unknown as Promise<typeof refusal>;
  await using agent = await serveAgent(whoami, { security: { authenticate } });
  expect((await rpc(agent, "SendMessage", say("who?"))).status).toBe(401);
  const body = JSON.stringify(say("who?"));
  const headers = { "Content-Type": "application/json", "A2A-Version": "1.0" };
  expect((await fetch(`${agent.url}/a2a/message:send`, { method: "POST", body, headers })).status).toBe(401);
});

describe("signed tokens", () => {
  const issue = async (claims: Record<string, unknown>, expires: string) => {
    const { publicKey, privateKey } = await generateKeyPair("ES256");
    const token = await new SignJWT(claims)
      .setProtectedHeader({ alg: "ES256" })
      .setIssuer("https://issuer.example")
      .setAudience("agent")
      .setSubject("ann")
      .setExpirationTime(expires)
      .sign(privateKey);
    const way = jwt({
      issuer: "https://issuer.example",
      audience: "agent",
      jwks: { keys: [{ ...(await exportJWK(publicKey)), alg: "ES256" }] },
    });
    return { token, way };
  };

  it("identify the caller and its scopes", async () => {
    const { token, way } = await issue({ scope: "read write" }, "5m");
    async function* scopes({ caller }: { caller: { scopes?: readonly string[] } }) {
      yield (caller.scopes ?? []).join(",");
    }
    await using agent = await serveAgent(scopes, { auth: [way] });
    const answer = await rpc(agent, "SendMessage", say("?"), { Authorization: `Bearer ${token}` });
    expect(taskOf(answer)).toMatchObject({ artifacts: [{ parts: [{ text: "read,write" }] }] });
  });

  it("belong to the tenant of their audience, and to no other", async () => {
    const { publicKey, privateKey } = await generateKeyPair("ES256");
    const issuer = "https://issuer.example";
    const jwks = { keys: [{ ...(await exportJWK(publicKey)), alg: "ES256" }] };
    const audience = { north: "urn:north", south: ["urn:south", "urn:south-2"] };
    async function* tenant({ caller }: { caller: { tenant?: string } }) {
      yield caller.tenant ?? "none";
    }
    await using agent = await serveAgent(tenant, { auth: [jwt({ issuer, audience, jwks })] });
    const outcome = async (aud: string | string[]) => {
      const unsigned = new SignJWT({}).setProtectedHeader({ alg: "ES256" }).setIssuer(issuer).setSubject("ann");
      const token = await unsigned.setAudience(aud).setExpirationTime("5m").sign(privateKey);
      const answer = await rpc(agent, "SendMessage", say("?"), { Authorization: `Bearer ${token}` });
      return answer.status === 200 ? JSON.stringify(taskOf(answer)) : answer.status;
    };
    expect(await outcome("urn:north")).toContain('"text":"north"');
    expect(await outcome("urn:south-2")).toContain('"text":"south"');
    expect(await outcome("urn:east")).toBe(401);
    expect(await outcome(["urn:north", "urn:south"])).toBe(401);
  });

  it("are rejected when expired or issued by another issuer", async () => {
    const expired = await issue({}, "-1m");
    const { way } = await issue({}, "5m");
    await using agent = await serveAgent(whoami, { auth: [expired.way] });
    await using other = await serveAgent(whoami, { auth: [way] });
    const headers = { Authorization: `Bearer ${expired.token}` };
    const late = await rpc(agent, "SendMessage", say("?"), headers);
    expect([late.status, errorOf(late).message]).toEqual([401, "The token has expired"]);
    const foreign = await rpc(other, "SendMessage", say("?"), headers);
    expect([foreign.status, errorOf(foreign).message]).toEqual([401, "The credentials are not valid"]);
  });

  it("get 503, and the operator a warning, while the keys of the issuer cannot be read", async () => {
    const { privateKey } = await generateKeyPair("ES256");
    const token = await new SignJWT({ sub: "ann" })
      .setProtectedHeader({ alg: "ES256" })
      .setIssuer("https://id.example")
      .setAudience("desk")
      .setExpirationTime("1m")
      .sign(privateKey);
    const logged: object[] = [];
    const warn = (fields: object) => void logged.push(fields);
    // Nobody listens at port 1.
    const keys = jwt({ issuer: "https://id.example", audience: "desk", jwks: "http://127.0.0.1:1/jwks.json" });
    await using agent = await serveAgent(whoami, {
      auth: [keys, bearer({ tokens: { "t-1": "bob" } })],
      logger: { debug() {}, info() {}, warn, error() {} },
    });
    const refused = await rpc(agent, "SendMessage", say("who?"), { Authorization: `Bearer ${token}` });
    expect([refused.status, errorOf(refused).code, refused.headers.get("retry-after")]).toEqual([503, -32603, "5"]);
    expect(logged).toMatchObject([{ error: { message: expect.stringContaining("keys of the token's issuer") } }]);
    const invalid = await rpc(agent, "SendMessage", say("who?"), { Authorization: "Bearer no.token" });
    expect(invalid.status).toBe(401);
    const other = await rpc(agent, "SendMessage", say("who?"), { Authorization: "Bearer t-1" });
    expect(taskOf(other)).toMatchObject({ artifacts: [{ parts: [{ text: "bob" }] }] });
  });
});

describe("authorization", () => {
  const two = { auth: [bearer({ tokens: { a: "ann", b: "bob" } })] };
  const ann = { Authorization: "Bearer a" };
  const bob = { Authorization: "Bearer b" };

  it("R-112 R-113 R-215 answers a foreign task exactly like a missing one", async () => {
    await using agent = await serveAgent(whoami, two);
    const { id } = taskOf(await rpc(agent, "SendMessage", say("mine"), ann));
    expect(taskOf(await rpc(agent, "SendMessage", say("his"), bob)).id).not.toBe(id);
    for (const method of ["GetTask", "CancelTask", "SubscribeToTask"]) {
      const foreign = errorOf(await rpc(agent, method, { id }, bob));
      const missing = errorOf(await rpc(agent, method, { id: "none" }, bob));
      expect(JSON.stringify(foreign).replaceAll(id, "none")).toBe(JSON.stringify(missing));
      expect(foreign.code).toBe(-32001);
    }
    const list = await rpc(agent, "ListTasks", {}, bob);
    expect(list.body.result).toMatchObject({ totalSize: 1 });
  });

  it("R-110 R-213 rejects a forbidden operation and names it", async () => {
    await using agent = await serveAgent(whoami, {
      ...two,
      security: { authorize: (caller, operation) => caller.subject === "ann" || operation === "getTask" },
    });
    const refused = await rpc(agent, "SendMessage", say("no"), bob);
    expect(refused.status).toBe(403);
    expect(errorOf(refused)).toMatchObject({ message: "This caller may not use sendMessage" });
    expect(errorOf(await rpc(agent, "GetTask", { id: "x" }, bob)).code).toBe(-32001);
  });

  it("R-97 R-141 returns the extended card, without params, to authenticated callers only", async () => {
    const extendedCard = { ...(await serveCard()), name: "Inside" };
    await using agent = await serveAgent(whoami, { ...two, extendedCard });
    const body = { jsonrpc: "2.0", id: 1, method: "GetExtendedAgentCard" };
    const post = (headers: Record<string, string>) =>
      fetch(`${agent.url}/a2a`, {
        method: "POST",
        headers: { "Content-Type": "application/json", "A2A-Version": "1.0", ...headers },
        body: JSON.stringify(body),
      });
    const known = await post(ann);
    expect(await known.json()).toMatchObject({ result: { name: "Inside" } });
    expect(known.headers.get("cache-control")).toMatch(/private/);
    expect((await post({})).status).toBe(401);
  });

  it("refuses to listen on a public address without authentication", async () => {
    await expect(serveAgent(whoami, { host: "0.0.0.0" })).rejects.toThrow(/allowAnonymous/);
  });

  it("rejects a card that requires a scheme no authenticator checks", async () => {
    const card = { name: "Lax", securityRequirements: [{ schemes: { bearer: {} } }] };
    await expect(serveAgent(whoami, { card })).rejects.toThrow(/the server does not check them/);
  });
});

async function serveCard() {
  await using agent = await serveAgent(whoami);
  return agent.handler.card;
}
