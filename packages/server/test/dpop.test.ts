import { base64url, calculateJwkThumbprint, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { serveAuthorizationServer } from "test-kit/authorization-server";
import { beforeAll, describe, expect, it } from "vitest";
import { type DpopOptions, jwt } from "../src/jwt.ts";
import { errorOf, rpc, say, serveAgent, taskOf } from "./support/agent.ts";

const URL_OF_AGENT = "https://desk.example";
type Pair = Awaited<ReturnType<typeof generateKeyPair>>;
let issuer: Pair;
let holder: Pair;
let thief: Pair;

beforeAll(async () => {
  [issuer, holder, thief] = (await Promise.all(
    [1, 2, 3].map(() => generateKeyPair("ES256", { extractable: true })),
  )) as [Pair, Pair, Pair]; // three
});

const sha256 = async (text: string) =>
  base64url.encode(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))));

async function tokenFor({ publicKey }: Pair, claims: JWTPayload = {}): Promise<string> {
  const jkt = await calculateJwkThumbprint(await exportJWK(publicKey));
  return new SignJWT({ cnf: { jkt }, ...claims })
    .setProtectedHeader({ alg: "ES256" })
    .setIssuer("https://id.example")
    .setAudience("desk")
    .setSubject("ann")
    .setExpirationTime("5m")
    .sign(issuer.privateKey);
}

async function proof(
  { privateKey, publicKey }: Pair,
  token: string,
  claims: JWTPayload = {},
  header: object = {},
): Promise<string> {
  const made = { htm: "POST", htu: `${URL_OF_AGENT}/a2a`, ath: await sha256(token), jti: crypto.randomUUID() };
  return new SignJWT({ iat: Math.floor(Date.now() / 1000), ...made, ...claims })
    .setProtectedHeader({ alg: "ES256", typ: "dpop+jwt", jwk: await exportJWK(publicKey), ...header })
    .sign(privateKey);
}

async function serveDesk(dpop?: Partial<DpopOptions>) {
  const jwks = { keys: [await exportJWK(issuer.publicKey)] };
  const auth = jwt({
    issuer: "https://id.example",
    audience: "desk",
    jwks,
    ...(dpop && { dpop: { url: URL_OF_AGENT, ...dpop } }),
  });
  return serveAgent(
    async function* ({ caller }) {
      yield caller.subject;
    },
    { auth: [auth] },
  );
}
type Desk = Awaited<ReturnType<typeof serveDesk>>;

async function statusOf(desk: Desk, authorization: string, dpop?: string): Promise<number> {
  const headers = { Authorization: authorization, ...(dpop !== undefined && { DPoP: dpop }) };
  return (await rpc(desk, "SendMessage", say("who?"), headers)).status;
}

describe("a token that is bound to a key", () => {
  it("is accepted with a proof of possession, once for each proof", async () => {
    await using desk = await serveDesk({});
    const token = await tokenFor(holder);
    const used = await proof(holder, token);
    const answer = await rpc(desk, "SendMessage", say("who?"), { Authorization: `DPoP ${token}`, DPoP: used });
    expect(taskOf(answer)).toMatchObject({ artifacts: [{ parts: [{ text: "ann" }] }] });
    expect(await statusOf(desk, `DPoP ${token}`, used)).toBe(401);
    expect(await statusOf(desk, `DPoP ${token}`, await proof(holder, token))).toBe(200);
    expect(
      await statusOf(desk, `DPoP ${token}`, await proof(holder, token, { htu: `${URL_OF_AGENT}/a2a?x=1#y` })),
    ).toBe(200);
  });

  it("is refused without a proof, as a bearer token, and where no proofs are checked", async () => {
    const token = await tokenFor(holder);
    await using desk = await serveDesk({});
    expect(await statusOf(desk, `DPoP ${token}`)).toBe(401);
    expect(await statusOf(desk, `Bearer ${token}`)).toBe(401);
    expect(await statusOf(desk, `Bearer ${token}`, await proof(holder, token))).toBe(401);
    await using unaware = await serveDesk();
    expect(await statusOf(unaware, `Bearer ${token}`)).toBe(401);
    const odd = await tokenFor(holder, { cnf: { kid: "some other way" } });
    expect(await statusOf(unaware, `Bearer ${odd}`)).toBe(401);
  });

  it("is refused with any proof that is not right", async () => {
    await using desk = await serveDesk({});
    const token = await tokenFor(holder);
    const now = Math.floor(Date.now() / 1000);
    const { d, ...publicJwk } = await exportJWK(holder.privateKey);
    const wrong: Record<string, string> = {
      "of another key": await proof(thief, token),
      "signed by another key": await proof({ ...holder, privateKey: thief.privateKey }, token),
      "for another token": await proof(holder, await tokenFor(holder, { n: 2 })),
      "for another method": await proof(holder, token, { htm: "GET" }),
      "for another path": await proof(holder, token, { htu: `${URL_OF_AGENT}/other` }),
      "for another server": await proof(holder, token, { htu: "https://other.example/a2a" }),
      "that is too old": await proof(holder, token, { iat: now - 120 }),
      "from the future": await proof(holder, token, { iat: now + 120 }),
      "without an id": await proof(holder, token, { jti: "" }),
      "of another type": await proof(holder, token, {}, { typ: "JWT" }),
      "with a private key": await proof(holder, token, {}, { jwk: { ...publicJwk, d } }),
      "that is not a token": "x.y.z",
      "that comes twice": `${await proof(holder, token)}, ${await proof(holder, token)}`,
    };
    const statuses = Object.entries(wrong).map(async ([name, made]) => [
      name,
      await statusOf(desk, `DPoP ${token}`, made),
    ]);
    expect(Object.fromEntries(await Promise.all(statuses))).toEqual(
      Object.fromEntries(Object.keys(wrong).map((name) => [name, 401])),
    );
    // None of them was remembered as used.
    expect(await statusOf(desk, `DPoP ${token}`, await proof(holder, token))).toBe(200);
  });

  it("is refused as unavailable while too many proofs are remembered", async () => {
    await using desk = await serveDesk({ maxProofs: 1 });
    const token = await tokenFor(holder);
    expect(await statusOf(desk, `DPoP ${token}`, await proof(holder, token))).toBe(200);
    const answer = await rpc(desk, "SendMessage", say("who?"), {
      Authorization: `DPoP ${token}`,
      DPoP: await proof(holder, token),
    });
    expect(errorOf(answer)).toMatchObject({ data: [{ reason: "UNAVAILABLE" }, expect.anything()] });
  });
});

it("other tokens are accepted as bearer tokens, unless proofs are required", async () => {
  const token = await tokenFor(holder, { cnf: undefined });
  await using lenient = await serveDesk({});
  expect(await statusOf(lenient, `Bearer ${token}`)).toBe(200);
  await using strict = await serveDesk({ required: true });
  const refused = await rpc(strict, "SendMessage", say("who?"), { Authorization: `Bearer ${token}` });
  expect(refused.status).toBe(401);
  expect(refused.headers.get("www-authenticate")).toMatch(
    /^DPoP realm="a2a", algs="ES256 [^"]*", error="invalid_token"/,
  );
  expect(strict.handler.card.securitySchemes).toEqual({
    dpop: { httpAuthSecurityScheme: { scheme: "DPoP", bearerFormat: "JWT" } },
  });
});

it("works with the tokens of a real authorization server", async () => {
  const clients = [
    {
      client_id: "robot",
      client_secret: "s".repeat(40),
      grant_types: ["client_credentials"],
      redirect_uris: [],
      response_types: [] as [],
    },
  ];
  await using server = await serveAuthorizationServer({ clients, resources: { "urn:desk": "ask" } });
  const asked = await proof(holder, "", { htu: server.tokenUrl, ath: undefined });
  const response = await fetch(server.tokenUrl, {
    method: "POST",
    headers: { DPoP: asked, Authorization: `Basic ${btoa(`robot:${"s".repeat(40)}`)}` },
    body: new URLSearchParams({ grant_type: "client_credentials", scope: "ask" }),
  });
  const granted = (await response.json()) as { access_token: string; token_type: string };
  expect(granted).toMatchObject({ token_type: "DPoP" });
  const dpop = { url: URL_OF_AGENT };
  const auth = jwt({ issuer: server.issuer, audience: "urn:desk", jwks: server.jwks, dpop });
  await using desk = await serveAgent(
    async function* ({ caller }) {
      yield String(caller.clientId);
    },
    { auth: [auth] },
  );
  const token = granted.access_token;
  expect(await statusOf(desk, `DPoP ${token}`, await proof(thief, token))).toBe(401);
  expect(await statusOf(desk, `DPoP ${token}`, await proof(holder, token))).toBe(200);
});
