import { connect } from "@a2a/client";
import { onBehalfOf, bearer as ownToken, tokenExchange } from "@a2a/client/auth";
import { oauth } from "@a2a/client/oauth";
import { fetchClient, type HttpClient } from "@a2a/http";
import { apiKey } from "@a2a/server";
import { jwt } from "@a2a/server/jwt";
import type { ServeOptions } from "@a2a/server/node";
import { type AgentExecutor, artifact, createMessage, extractText, textOf } from "@a2a/types";
import { type AuthorizationServer, serveAuthorizationServer, TOKEN_EXCHANGE } from "test-kit/authorization-server";
import { expect, it } from "vitest";
import { serveAgent, startGateway } from "./support/setup.ts";

const SECRET = "a secret of at least thirty-two characters";

/** An authorization server for a gateway, a desk behind it, and a ledger that the desk calls. */
function serveIssuer(): Promise<AuthorizationServer> {
  const exchanging = { client_secret: SECRET, grant_types: [TOKEN_EXCHANGE], redirect_uris: [], response_types: [] };
  return serveAuthorizationServer({
    clients: ["gateway", "desk"].map((client_id) => ({ client_id, ...exchanging })),
    resources: { gateway: "ask read write", desk: "ask read write", ledger: "read write" },
  });
}

function exchangeAs(clientId: string, audience: string, scope: string, { tokenUrl }: AuthorizationServer) {
  return tokenExchange({ tokenUrl, clientId, clientSecret: SECRET, audience, scope });
}

function tokensFor(audience: string, { issuer, jwks }: AuthorizationServer) {
  return jwt({ issuer, audience, jwks });
}

/** An agent that answers with everything that it knows of its caller. */
const describesCaller: AgentExecutor = async function* ({ caller: { subject, actor, scopes, claims }, secrets }) {
  yield artifact([
    { data: { subject, actor: actor ?? null, scopes: [...(scopes ?? [])], claims: claims ?? null, secrets } },
  ]);
};

it("carries the user's identity over a gateway and an agent to a third, with fewer rights at each hop", async () => {
  await using issuer = await serveIssuer();
  await using ledger = await serveAgent({ auth: [tokensFor("ledger", issuer)], executor: describesCaller });
  const toLedger = exchangeAs("desk", "ledger", "read", issuer);
  await using desk = await serveAgent({
    auth: [tokensFor("desk", issuer)],
    security: { callerToken: true },
    executor: async function* (turn) {
      const client = await connect(ledger.url, { auth: onBehalfOf(turn, toLedger), memory: new Map() });
      const answer = await client.send(textOf(turn.message));
      await client.close();
      if ("task" in answer) yield* answer.task.artifacts?.flatMap(({ parts }) => parts) ?? [];
    },
  });
  await using gateway = await startGateway({
    auth: [tokensFor("gateway", issuer)],
    agents: { desk: { url: desk.url, credentials: { exchange: exchangeAs("gateway", "desk", "ask read", issuer) } } },
  });
  const token = await issuer.issue("ann", "gateway", "gateway", "ask read write");
  await using client = await connect(`${gateway.url}/agents/desk`, { auth: ownToken(token), memory: new Map() });
  for (const _ of [1, 2]) {
    expect(await client.send("the balance")).toMatchObject({
      task: {
        status: { state: "TASK_STATE_COMPLETED" },
        artifacts: [
          {
            parts: [
              {
                data: {
                  subject: "ann",
                  actor: "desk",
                  claims: { aud: "ledger", act: { sub: "desk", act: { sub: "gateway" } } },
                  scopes: ["read"],
                  secrets: {},
                },
              },
            ],
          },
        ],
      },
    });
  }
  // One exchange for each hop: the tokens are used again.
  expect(issuer.granted).toEqual([TOKEN_EXCHANGE, TOKEN_EXCHANGE]);
});

/** What the desk gets from the ledger, where the desk has these options and its caller these headers. */
async function askDesk(issuer: AuthorizationServer, options: Partial<ServeOptions>, headers: Record<string, string>) {
  await using ledger = await serveAgent({ auth: [tokensFor("ledger", issuer)], executor: describesCaller });
  const toLedger = exchangeAs("desk", "ledger", "read", issuer);
  const outcomes: unknown[] = [];
  await using desk = await serveAgent({
    auth: [tokensFor("desk", issuer)],
    ...options,
    executor: async function* (turn) {
      outcomes.push(turn.secrets);
      const client = await connect(ledger.url, { auth: onBehalfOf(turn, toLedger), memory: new Map() });
      outcomes.push(await client.send("the balance").catch((error: unknown) => error));
      await client.close();
      yield "done";
    },
  });
  await using client = await connect(desk.url, { headers, memory: new Map() });
  await client.send({ ...createMessage("hi"), metadata: { callerToken: "forged" } });
  return outcomes;
}

it("passes nothing on unless the server gives turns the token", async () => {
  await using issuer = await serveIssuer();
  const headers = { Authorization: `Bearer ${await issuer.issue("ann", "desk", "desk", "ask read")}` };
  const [secrets, outcome] = await askDesk(issuer, {}, headers);
  expect(secrets).toEqual({});
  expect(outcome).toMatchObject({ code: "UNAUTHENTICATED" });
  expect(issuer.granted).toEqual([]);
});

it("does not pass on a token that did not authenticate the caller", async () => {
  await using issuer = await serveIssuer();
  const token = await issuer.issue("ann", "desk", "desk", "ask read");
  const options: Partial<ServeOptions> = {
    auth: [apiKey({ keys: { "k-1": "bob" } }), tokensFor("desk", issuer)],
    security: { callerToken: true, secretMetadata: ["callerToken"] },
  };
  const [secrets, outcome] = await askDesk(issuer, options, { "X-API-Key": "k-1", Authorization: `Bearer ${token}` });
  expect(secrets).toEqual({});
  expect(outcome).toMatchObject({ code: "UNAUTHENTICATED" });
  expect(issuer.granted).toEqual([]);
});

it("is not taken by the gateway from a token that did not identify the caller", async () => {
  await using issuer = await serveIssuer();
  await using desk = await serveAgent({ auth: [tokensFor("desk", issuer)], executor: describesCaller });
  const exchange = exchangeAs("gateway", "desk", "ask", issuer);
  await using gateway = await startGateway({
    auth: [apiKey({ keys: { "k-1": "bob" } }), tokensFor("gateway", issuer)],
    agents: { desk: { url: desk.url, credentials: { exchange } } },
  });
  const Authorization = `Bearer ${await issuer.issue("ann", "gateway", "gateway", "ask")}`;
  const ask = async (headers: Record<string, string>) => {
    await using client = await connect(`${gateway.url}/agents/desk`, { headers, memory: new Map() });
    return await client.send("who am I?").catch((error: unknown) => error);
  };
  expect(await ask({ "X-API-Key": "k-1", Authorization })).toMatchObject({ code: "UNAUTHENTICATED" });
  expect(issuer.granted).toEqual([]);
  expect(await ask({ Authorization })).toMatchObject({
    task: { artifacts: [{ parts: [{ data: { subject: "ann" } }] }] },
  });
});

it("cannot gain rights that the caller's token lacks, nor use a token that was meant for another agent", async () => {
  await using issuer = await serveIssuer();
  const options = { security: { callerToken: true } };
  const poor = { Authorization: `Bearer ${await issuer.issue("ann", "desk", "desk", "ask")}` };
  expect((await askDesk(issuer, options, poor))[1]).toMatchObject({
    message: expect.stringContaining("invalid_scope"),
  });
  const exchange = exchangeAs("desk", "ledger", "read", issuer);
  await expect(exchange(await issuer.issue("ann", "gateway", "gateway", "read"))).rejects.toMatchObject({
    code: "UNAUTHENTICATED",
  });
});

it("calls an agent that accepts only tokens which are bound to a key, with a proof for each request", async () => {
  const robot = { client_id: "robot", client_secret: SECRET, grant_types: ["client_credentials"] };
  await using issuer = await serveAuthorizationServer({
    clients: [{ ...robot, redirect_uris: [], response_types: [] }],
    resources: { "urn:desk": "ask" },
  });
  const url = "https://desk.example";
  const tokens = jwt({
    issuer: issuer.issuer,
    audience: "urn:desk",
    jwks: issuer.jwks,
    dpop: { url, required: true },
    toPrincipal: ({ client_id }) => ({ subject: String(client_id) }),
  });
  await using desk = await serveAgent({ auth: [tokens], executor: describesCaller, publicUrl: url });
  const overLoopback = fetchClient();
  const http: HttpClient = (request) => overLoopback({ ...request, url: request.url.replace(url, desk.url) });
  const dpop = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, false, ["sign", "verify"]);
  const credentials = { clientId: "robot", clientSecret: SECRET, issuer: issuer.issuer, scope: "ask" };
  for (const [key, code] of [
    [{ dpop }, undefined],
    [{}, "UNAUTHENTICATED"],
  ] as const) {
    const auth = oauth({ ...credentials, ...key });
    await using client = await connect(url, { auth, http, memory: new Map() });
    for (const _ of [1, 2]) {
      const answer = await client.send("who am I?").catch((error: unknown) => error);
      expect(answer).toMatchObject(
        code ? { code } : { task: { artifacts: [{ parts: [{ data: { subject: "robot" } }] }] } },
      );
    }
  }
});

it("is known by its issuer as well, where an agent trusts several", async () => {
  await using one = await serveIssuer();
  await using other = await serveIssuer();
  await using desk = await serveAgent({
    auth: [tokensFor("desk", one), tokensFor("desk", other)],
    executor: async function* ({ caller: { subject, source } }) {
      yield `${subject} of ${source}`;
    },
  });
  for (const issuer of [one, other]) {
    const auth = ownToken(await issuer.issue("ann", "desk", "desk", "ask"));
    await using client = await connect(desk.url, { auth, memory: new Map() });
    const { task } = await client.sendAndObserve("who am I?");
    expect(task && extractText(task)).toBe(`ann of ${issuer.issuer}`);
  }
});
