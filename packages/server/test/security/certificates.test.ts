import { X509Certificate } from "node:crypto";
import { request } from "node:https";
import { nodeClient } from "@a2a/http/node";
import type { JsonObject } from "@a2a/types";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { describe, expect, it } from "vitest";
import { clientCertificate } from "../../src/index.ts";
import { jwt } from "../../src/jwt.ts";
import type { RunningAgent } from "../../src/node.ts";
import { say, serveAgent } from "../support/agent.ts";
import { certificateAuthority, type Identity } from "../support/certificates.ts";

const authority = certificateAuthority("Test authority");
const server = authority.issue("127.0.0.1");
const ann = authority.issue("ann");
const bob = authority.issue("bob");
const tls = { ...server, ca: authority.cert };

async function* whoami({ caller }: { caller: { subject: string } }) {
  yield caller.subject;
}

/** One call over TLS, with or without a certificate of the caller's. */
function ask(
  agent: RunningAgent,
  caller: Partial<Identity>,
  method: string,
  params: JsonObject,
  more: Record<string, string> = {},
): Promise<[number, JsonObject]> {
  const headers = { "Content-Type": "application/json", "A2A-Version": "1.0", ...more };
  return new Promise((resolve, reject) => {
    const call = request(
      `${agent.url}/a2a`,
      { method: "POST", headers, ca: authority.cert, agent: false, ...caller },
      (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (chunk: string) => {
          text += chunk;
        });
        response.on("end", () => resolve([response.statusCode ?? 0, JSON.parse(text) as JsonObject]));
      },
    );
    call.on("error", reject).end(JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }));
  });
}

describe("callers with certificates", () => {
  it("R-108 R-212 are identified by the certificate subject, and the card declares it", async () => {
    await using agent = await serveAgent(whoami, { tls, auth: [clientCertificate()] });
    expect(agent.url).toMatch(/^https:/);
    const [status, body] = await ask(agent, ann, "SendMessage", say("who?"));
    expect([status, JSON.stringify(body)]).toEqual([200, expect.stringContaining('"text":"ann"')]);
    expect(agent.handler.card).toMatchObject({
      securitySchemes: { mtls: { mtlsSecurityScheme: {} } },
      supportedInterfaces: [{ url: expect.stringMatching(/^https:/) }, {}, {}, {}, {}, {}],
    });
  });

  it("R-112 R-215 see only their own tasks", async () => {
    await using agent = await serveAgent(whoami, { tls, auth: [clientCertificate()] });
    const [, sent] = await ask(agent, ann, "SendMessage", say("mine"));
    const { id } = (sent.result as { task: { id: string } }).task;
    expect(await ask(agent, ann, "GetTask", { id })).toMatchObject([200, { result: { id } }]);
    expect(await ask(agent, bob, "GetTask", { id })).toMatchObject([200, { error: { code: -32001 } }]);
  });

  it("R-108 are rejected without a certificate or with one of another authority", async () => {
    await using agent = await serveAgent(whoami, { tls, auth: [clientCertificate()] });
    const forged = certificateAuthority("Test authority").issue("ann");
    for (const caller of [{}, forged]) await expect(ask(agent, caller, "ListTasks", {})).rejects.toThrow();
  });

  it("R-108 R-109 are challenged when their certificate is valid but not listed", async () => {
    const known = new X509Certificate(ann.cert).fingerprint256.replaceAll(":", "").toLowerCase();
    const auth = [
      clientCertificate(({ subject, fingerprint }) =>
        fingerprint === known ? { subject: `known ${subject}` } : undefined,
      ),
    ];
    await using agent = await serveAgent(whoami, { tls, auth });
    const [, body] = await ask(agent, ann, "SendMessage", say("who?"));
    expect(JSON.stringify(body)).toContain('"text":"known ann"');
    expect(await ask(agent, bob, "ListTasks", {})).toMatchObject([401, { error: { code: -32000 } }]);
  });

  it("may use tokens that are bound to their certificate, and nobody else may", async () => {
    const { privateKey, publicKey } = await generateKeyPair("ES256");
    const { fingerprint256 } = new X509Certificate(ann.cert);
    const digest = Buffer.from(fingerprint256.replaceAll(":", ""), "hex").toString("base64url");
    const token = await new SignJWT({ sub: "ann", iss: "id", aud: "desk", cnf: { "x5t#S256": digest } })
      .setProtectedHeader({ alg: "ES256" })
      .setExpirationTime("5m")
      .sign(privateKey);
    const auth = [jwt({ issuer: "id", audience: "desk", jwks: { keys: [await exportJWK(publicKey)] } })];
    await using agent = await serveAgent(whoami, { tls, auth });
    const headers = { Authorization: `Bearer ${token}` };
    expect((await ask(agent, ann, "ListTasks", {}, headers))[0]).toBe(200);
    expect((await ask(agent, bob, "ListTasks", {}, headers))[0]).toBe(401);
  });

  it("are not trusted over a connection without certificate verification", async () => {
    await using agent = await serveAgent(whoami, { tls: server, auth: [clientCertificate()] });
    expect((await ask(agent, ann, "ListTasks", {}))[0]).toBe(401);
  });
});

describe("a server with a certificate", () => {
  /** What the client for Node makes its calls with. */
  const cardOf = async (url: string, ca?: string) => {
    const { http: exchange, close } = nodeClient({
      egress: { allowPrivate: true },
      tls: ca === undefined ? {} : { ca },
    });
    try {
      const { status, body } = await exchange({ method: "GET", url: `${url}/.well-known/agent-card.json` });
      for await (const _ of body);
      return status;
    } finally {
      await close();
    }
  };

  it("R-211 is accepted by callers who trust its issuer, for its own host name only", async () => {
    const asked: string[] = [];
    await using agent = await serveAgent(whoami, { tls: server });
    agent.server.on("request", ({ headers }) => asked.push(headers.host ?? ""));
    expect(await cardOf(agent.url, authority.cert)).toBe(200);
    const { port } = new URL(agent.url);
    const refused = (code: string) => ({ code: "NETWORK", cause: { code } });
    const unknown = refused("UNABLE_TO_VERIFY_LEAF_SIGNATURE");
    await expect(cardOf(agent.url)).rejects.toMatchObject(unknown);
    await expect(cardOf(agent.url, certificateAuthority("Stranger").cert)).rejects.toMatchObject(unknown);
    const elsewhere = cardOf(`https://localhost:${port}`, authority.cert);
    await expect(elsewhere).rejects.toMatchObject(refused("ERR_TLS_CERT_ALTNAME_INVALID"));
    expect(asked).toEqual([`127.0.0.1:${port}`]);
  });
});
