import { mkdtempSync, readFileSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AgentSkill, SecurityRequirement, SecurityScheme } from "@a2a/types";
import { calculateJwkThumbprint, decodeJwt, EmbeddedJWK, jwtVerify } from "jose";
import { type AuthorizationServer, serveAuthorizationServer, visit } from "test-kit/authorization-server";
import { describe, expect, it } from "vitest";
import { connect, type Task } from "../src/node.ts";
import { type DeviceCode, type LoginServer, type OAuthOptions, oauth } from "../src/oauth.ts";
import { FileTokenStore, loopbackRedirect } from "../src/oauth-node.ts";
import { cardAt } from "./support/agent-peer.ts";
import { answer, type Peer, servePeer } from "./support/peer.ts";

const SECRET = "a secret of at least thirty-two characters";

function serveIssuer(lifetimeSeconds = 600): Promise<AuthorizationServer> {
  const app = {
    token_endpoint_auth_method: "none",
    application_type: "native",
    response_types: ["code" as const],
  } as const;
  const grants = ["authorization_code", "urn:ietf:params:oauth:grant-type:device_code"];
  const redirect_uris = ["http://127.0.0.1/callback"];
  return serveAuthorizationServer({
    clients: [
      { ...app, client_id: "app", grant_types: [...grants, "refresh_token"], response_types: ["code"], redirect_uris },
      { ...app, client_id: "brief", grant_types: grants, response_types: ["code"], redirect_uris },
      {
        client_id: "robot",
        client_secret: SECRET,
        grant_types: ["client_credentials"],
        redirect_uris: [],
        response_types: [],
      },
    ],
    resources: { "urn:desk": "ask read refund forbidden" },
    refused: "forbidden",
    lifetimeSeconds,
  });
}

type Flows = Extract<SecurityScheme, { oauth2SecurityScheme: unknown }>["oauth2SecurityScheme"]["flows"];
const byCode = ({ authorizationUrl, tokenUrl }: AuthorizationServer): Flows => ({
  authorizationCode: { authorizationUrl, tokenUrl, scopes: { ask: "Ask", read: "Read", refund: "Refund" } },
});
const byDevice = ({ deviceUrl, tokenUrl }: AuthorizationServer): Flows => ({
  deviceCode: { deviceAuthorizationUrl: deviceUrl, tokenUrl, scopes: { ask: "Ask" } },
});

interface Desk extends Peer {
  /** The claims of the tokens that it accepted, in order. */
  readonly accepted: Record<string, unknown>[];
  /** Makes the agent refuse the tokens that it has seen so far. */
  revoke(): void;
}

/** An agent that accepts the tokens of an authorization server, and declares a scheme. */
async function serveDesk(
  scheme: SecurityScheme,
  {
    scopes = ["ask"],
    skills = [],
  }: { scopes?: string[]; skills?: Pick<AgentSkill, "id" | "securityRequirements">[] } = {},
): Promise<Desk> {
  const accepted: Record<string, unknown>[] = [];
  const revoked = new Set<string>();
  const peer = await servePeer((request, response) => {
    if (request.method === "GET") {
      const securityRequirements: SecurityRequirement[] = [{ schemes: { login: { list: scopes } } }];
      const full = skills.map((skill) => ({ name: skill.id, description: "", tags: [], ...skill }));
      const declared = { securitySchemes: { login: scheme }, securityRequirements, skills: full };
      return answer(response, cardAt(`http://${request.headers.host}`, declared as never));
    }
    const token = request.headers.authorization?.replace(/^(Bearer|DPoP) /, "") ?? "";
    if (token === "" || revoked.has(token)) return answer(response, "", 401, { "WWW-Authenticate": "Bearer" });
    accepted.push({ ...decodeJwt(token), token });
    const result = { id: "t-1", status: { state: "TASK_STATE_WORKING" } };
    return answer(response, { jsonrpc: "2.0", id: JSON.parse(request.body).id, result });
  });
  const revoke = () => {
    for (const { token } of accepted) revoked.add(String(token));
  };
  return Object.assign(peer, { accepted, revoke });
}

/** A client whose user logs in with a browser. */
const browsing = (options: Partial<OAuthOptions> = {}) =>
  oauth({
    clientId: "app",
    open: (url) => void visit(url),
    redirect: loopbackRedirect(),
    confirm: () => true,
    ...options,
  });

function connectTo(desk: Peer, issuer: AuthorizationServer, auth: ReturnType<typeof oauth>) {
  const egress = { allowHosts: [new URL(issuer.issuer).host], allowHttp: true };
  return connect(desk.url, { auth, egress, memory: new Map() });
}

describe("the authorization code flow", () => {
  it("logs in with PKCE over a loopback redirect, once for all concurrent calls", async () => {
    await using issuer = await serveIssuer();
    await using desk = await serveDesk({ oauth2SecurityScheme: { flows: byCode(issuer) } });
    const opened: URL[] = [];
    const auth = browsing({
      open: (url) => {
        opened.push(new URL(url));
        void visit(url);
      },
    });
    await using client = await connectTo(desk, issuer, auth);
    await Promise.all([1, 2, 3].map(() => client.getTask("t-1")));
    expect(desk.accepted).toHaveLength(3);
    expect(desk.accepted[0]).toMatchObject({ sub: "ann", aud: "urn:desk", scope: "ask", client_id: "app" });
    expect(opened).toHaveLength(1);
    expect(Object.fromEntries(opened[0]?.searchParams ?? [])).toMatchObject({
      response_type: "code",
      code_challenge_method: "S256",
      redirect_uri: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/callback$/),
    });
    expect(issuer.granted).toEqual(["authorization_code"]);
  });

  it("requests the scopes of the skills that the caller names", async () => {
    await using issuer = await serveIssuer();
    const skills = ["refund", "other"].map((id) => ({
      id,
      securityRequirements: [{ schemes: { login: { list: [id] } } }],
    }));
    await using desk = await serveDesk({ oauth2SecurityScheme: { flows: byCode(issuer) } }, { skills });
    await using client = await connectTo(desk, issuer, browsing({ skills: ["refund"] }));
    await client.getTask("t-1");
    expect(desk.accepted[0]).toMatchObject({ scope: "ask refund" });
  });

  it("rejects when the user does not finish in time, or the caller aborts", async () => {
    await using issuer = await serveIssuer();
    await using desk = await serveDesk({ oauth2SecurityScheme: { flows: byCode(issuer) } });
    await using late = await connectTo(desk, issuer, browsing({ open: () => undefined, loginTimeoutMs: 20 }));
    await expect(late.getTask("t-1")).rejects.toThrow(
      `no token from ${issuer.issuer}: the login was not completed in time`,
    );
    const stop = new AbortController();
    await using client = await connectTo(
      desk,
      issuer,
      browsing({ open: () => stop.abort(new Error("changed my mind")) }),
    );
    await expect(client.getTask("t-1", { signal: stop.signal })).rejects.toThrow("changed my mind");
  });

  it("refuses a code of another authorization server than the one that issues the token", async () => {
    await using issuer = await serveIssuer();
    await using thief = await servePeer((_, response) => answer(response, { access_token: "t", token_type: "Bearer" }));
    const flows = {
      authorizationCode: { authorizationUrl: issuer.authorizationUrl, tokenUrl: `${thief.url}/token`, scopes: {} },
    };
    await using desk = await serveDesk({ oauth2SecurityScheme: { flows } });
    await using client = await connectTo(desk, issuer, browsing());
    await expect(client.getTask("t-1")).rejects.toThrow("belongs to another authorization server");
    expect(thief.received).toEqual([]);
  });
});

describe("the device code flow", () => {
  it("shows a code, and waits until the user has entered it", async () => {
    await using issuer = await serveIssuer();
    await using desk = await serveDesk({ oauth2SecurityScheme: { flows: byDevice(issuer) } });
    const shown: DeviceCode[] = [];
    const showCode = async (code: DeviceCode) => {
      shown.push(code);
      await visit(code.url, { user_code: code.code });
    };
    await using client = await connectTo(desk, issuer, oauth({ clientId: "app", showCode, confirm: () => true }));
    await client.getTask("t-1");
    expect(shown).toEqual([
      { url: `${issuer.issuer}/device`, code: expect.stringMatching(/^\w{4}-\w{4}$/), completeUrl: expect.any(String) },
    ]);
    expect(desk.accepted).toMatchObject([{ sub: "ann", scope: "ask" }]);
  });
});

describe("discovery", () => {
  it("finds the endpoints of an OpenID provider", async () => {
    await using issuer = await serveIssuer();
    const openIdConnectUrl = `${issuer.issuer}/.well-known/openid-configuration`;
    await using desk = await serveDesk({ openIdConnectSecurityScheme: { openIdConnectUrl } });
    await using client = await connectTo(desk, issuer, browsing());
    await client.getTask("t-1");
    expect(desk.accepted).toMatchObject([{ sub: "ann", scope: "ask" }]);
  });

  it("finds those of an issuer that the caller names, for an agent that takes bearer tokens", async () => {
    await using issuer = await serveIssuer();
    await using desk = await serveDesk({ httpAuthSecurityScheme: { scheme: "Bearer" } });
    const auth = oauth({ clientId: "robot", clientSecret: SECRET, issuer: issuer.issuer });
    await using client = await connectTo(desk, issuer, auth);
    await client.getTask("t-1");
    expect(desk.accepted).toMatchObject([{ client_id: "robot", scope: "ask" }]);
    expect(issuer.granted).toEqual(["client_credentials"]);
  });

  it("refuses metadata of another issuer", async () => {
    await using other = await serveIssuer();
    await using liar = await servePeer(async (_, response) => {
      const metadata = await fetch(`${other.issuer}/.well-known/openid-configuration`);
      return answer(response, await metadata.json());
    });
    await using desk = await serveDesk({ openIdConnectSecurityScheme: { openIdConnectUrl: liar.url } });
    const egress = { allowHosts: [new URL(liar.url).host], allowHttp: true };
    await using client = await connect(desk.url, { auth: browsing(), egress, memory: new Map() });
    await expect(client.getTask("t-1")).rejects.toThrow("no metadata of the authorization server");
  });
});

describe("tokens", () => {
  it("survive a restart in a private file, and are renewed there without the user", async () => {
    await using issuer = await serveIssuer();
    await using desk = await serveDesk({ oauth2SecurityScheme: { flows: byCode(issuer) } });
    const path = join(mkdtempSync(join(tmpdir(), "a2a-oauth-")), "folder", "tokens.json");
    const store = new FileTokenStore(path);
    {
      await using client = await connectTo(desk, issuer, browsing({ store }));
      await client.getTask("t-1");
    }
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(Object.keys(JSON.parse(readFileSync(path, "utf8")) as object)).toEqual([desk.url]);
    const silent = () =>
      browsing({ store: new FileTokenStore(path), open: () => expect.unreachable("asked the user again") });
    await using restarted = await connectTo(desk, issuer, silent());
    await restarted.getTask("t-1");
    expect(desk.accepted[1]?.token).toBe(desk.accepted[0]?.token);
    await using other = await connectTo(desk, issuer, silent());
    await other.getTask("t-1");
    desk.revoke();
    await Promise.all([1, 2, 3].map(() => restarted.getTask("t-1")));
    expect(issuer.granted).toEqual(["authorization_code", "refresh_token"]);
    // A process that still has the old refresh token, which the server has replaced, finds the new one in the file.
    await other.getTask("t-1");
    expect(issuer.granted).toHaveLength(2);
  });

  it("are stored by the origin that the caller named, whatever name the card has for it", async () => {
    await using issuer = await serveIssuer();
    await using desk = await serveDesk({ oauth2SecurityScheme: { flows: byCode(issuer) } });
    const named = desk.url.replace("127.0.0.1", "localhost");
    const card = cardAt(desk.url, {
      securitySchemes: { login: { oauth2SecurityScheme: { flows: byCode(issuer) } } },
    } as never) as never;
    const store = new Map<string, string>();
    const egress = { allowHosts: [new URL(issuer.issuer).host, new URL(desk.url).host] };
    await using client = await connect(named, { card, auth: browsing({ store }), egress, memory: new Map() });
    await client.getTask("t-1");
    expect([...store.keys()]).toEqual([named]);
  });

  it("are renewed at 80 % of their lifetime", async () => {
    await using issuer = await serveIssuer(100);
    await using desk = await serveDesk({ oauth2SecurityScheme: { flows: byCode(issuer) } });
    let now = Date.now();
    await using client = await connectTo(desk, issuer, browsing({ now: () => now }));
    await client.getTask("t-1");
    now += 79_000;
    await client.getTask("t-1");
    expect(issuer.granted).toEqual(["authorization_code"]);
    now += 2_000;
    await client.getTask("t-1");
    expect(issuer.granted).toEqual(["authorization_code", "refresh_token"]);
  });

  it("of a login that the agent rejects at once do not make the user log in again and again", async () => {
    await using issuer = await serveIssuer();
    await using desk = await serveDesk({ oauth2SecurityScheme: { flows: byCode(issuer) } });
    let logins = 0;
    const open = (url: string) => {
      logins++;
      void visit(url);
    };
    await using client = await connectTo(desk, issuer, browsing({ clientId: "brief", open }));
    await client.getTask("t-1");
    desk.revoke();
    for (const _ of [1, 2]) await expect(client.getTask("t-1")).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
    expect([logins, issuer.granted]).toEqual([1, ["authorization_code"]]);
  });

  it("are bound to the key of the client, and renewed with it", async () => {
    await using issuer = await serveIssuer();
    await using desk = await serveDesk({ oauth2SecurityScheme: { flows: byCode(issuer) } });
    const dpop = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, false, ["sign", "verify"]);
    const store = new Map<string, string>();
    await using client = await connectTo(desk, issuer, browsing({ dpop, store }));
    await client.getTask("t-1");
    desk.revoke();
    await client.getTask("t-1");
    expect(issuer.granted).toEqual(["authorization_code", "refresh_token"]);
    const { authorization, dpop: proof = "" } = desk.received.at(-1)?.headers ?? {};
    expect(authorization).toMatch(/^DPoP /);
    const { payload, protectedHeader } = await jwtVerify(String(proof), EmbeddedJWK, { typ: "dpop+jwt" });
    expect(payload).toMatchObject({ htm: "POST", htu: `${desk.url}/`, ath: expect.any(String) });
    expect(desk.accepted.at(-1)?.cnf).toEqual({ jkt: await calculateJwkThumbprint(protectedHeader.jwk ?? {}) });
    const proofs = desk.received.flatMap(({ headers }) => headers.dpop ?? []);
    expect(new Set(proofs).size).toBe(proofs.length);
    // Another key cannot use the stored token.
    await using other = await connectTo(desk, issuer, browsing({ store }));
    await other.getTask("t-1");
    expect(issuer.granted.at(-1)).toBe("authorization_code");
  });

  it("with further scopes are obtained for a task that requires them", async () => {
    await using issuer = await serveIssuer();
    await using desk = await serveDesk({ oauth2SecurityScheme: { flows: byCode(issuer) } });
    const opened: string[] = [];
    const open = (url: string) => {
      opened.push(url);
      if (url.startsWith(issuer.issuer)) void visit(url);
    };
    const auth = browsing({ open });
    await using client = await connectTo(desk, issuer, auth);
    await client.getTask("t-1");
    const asking = (...parts: object[]) =>
      ({
        id: "t-1",
        status: { state: "TASK_STATE_AUTH_REQUIRED", message: { messageId: "m", role: "ROLE_AGENT", parts } },
      }) as Task; // parts as each case writes them
    expect(await auth.authorize(asking({ text: "Refunds need your consent" }, { data: { scopes: ["refund"] } }))).toBe(
      true,
    );
    await client.getTask("t-1");
    expect(desk.accepted.map(({ scope }) => scope)).toEqual(["ask", "ask refund"]);
    expect(await auth.authorize(asking({ url: "http://127.0.0.1/connect" }))).toBe(true);
    expect(opened.at(-1)).toBe("http://127.0.0.1/connect");
    expect(await auth.authorize(asking({ text: "Ask your admin" }))).toBe(false);
    // A refused login leaves the token as it is: other calls do not ask the user again.
    const more = asking({ data: { scopes: ["forbidden"] } });
    await expect(auth.authorize(more)).rejects.toThrow(/ann does not grant forbidden/);
    await client.getTask("t-1");
    expect(desk.accepted.at(-1)?.scope).toBe("ask refund");
    expect(opened).toHaveLength(4);
  });
});

describe("a server that only the card names", () => {
  it("is shown to the user, and not used without consent", async () => {
    await using issuer = await serveIssuer();
    await using desk = await serveDesk({ oauth2SecurityScheme: { flows: byCode(issuer) } });
    const asked: LoginServer[] = [];
    const confirm = (login: LoginServer) => {
      asked.push(login);
      return false;
    };
    await using client = await connectTo(desk, issuer, browsing({ confirm }));
    await expect(client.getTask("t-1")).rejects.toThrow("the login was not confirmed");
    expect(asked).toEqual([{ agent: desk.url, server: "127.0.0.1" }]);
    const { confirm: _, ...without } = {
      clientId: "app",
      open: () => undefined,
      redirect: loopbackRedirect(),
      confirm,
    };
    await using careful = await connectTo(desk, issuer, oauth(without));
    await expect(careful.getTask("t-1")).rejects.toThrow("which is not the agent's own origin: pass `confirm`");
    expect(issuer.granted).toEqual([]);
  });

  it("never gets a client secret, nor anything in plain text", async () => {
    await using issuer = await serveIssuer();
    await using desk = await serveDesk({
      oauth2SecurityScheme: { flows: { clientCredentials: { tokenUrl: issuer.tokenUrl, scopes: {} } } },
    });
    const auth = oauth({ clientId: "robot", clientSecret: SECRET, confirm: () => true });
    await using client = await connectTo(desk, issuer, auth);
    await expect(client.getTask("t-1")).rejects.toThrow("pass `tokenUrl` to send the secret there");
    const flows = {
      authorizationCode: { authorizationUrl: "https://id.example", tokenUrl: "http://id.example/token", scopes: {} },
    };
    await using plain = await serveDesk({ oauth2SecurityScheme: { flows } });
    await using other = await connectTo(plain, issuer, browsing());
    await expect(other.getTask("t-1")).rejects.toThrow("secrets are sent over https: only");
  });

  it("is confirmed once more if its login page belongs to another site", async () => {
    await using issuer = await serveIssuer();
    const flows = {
      authorizationCode: {
        ...{ authorizationUrl: "https://login.example/auth", tokenUrl: issuer.tokenUrl },
        scopes: {},
      },
    };
    await using desk = await serveDesk({ oauth2SecurityScheme: { flows } });
    const confirm = ({ page }: LoginServer) => page === undefined;
    const open = () => expect.unreachable("opened the page");
    await using client = await connectTo(desk, issuer, browsing({ confirm, open }));
    await expect(client.getTask("t-1")).rejects.toThrow("the login was not confirmed");
  });
});

it("a redirect listener ignores pages that do not know the state of the login", async () => {
  await using redirect = await loopbackRedirect({ path: "/back" })("s-1");
  expect((await fetch(`${redirect.uri}?state=s-2&code=stolen`)).status).toBe(404);
  expect((await fetch(redirect.uri.replace("/back", "/favicon.ico"))).status).toBe(404);
  expect((await fetch(`${redirect.uri}?state=s-1&code=c`)).status).toBe(200);
  expect((await redirect.response).searchParams.get("code")).toBe("c");
});
