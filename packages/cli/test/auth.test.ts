import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { nodeClient } from "@a2a/http/node";
import { apiKey, bearer } from "@a2a/server";
import { jwt } from "@a2a/server/jwt";
import { type RunningAgent, serve } from "@a2a/server/node";
import type { SecurityScheme } from "@a2a/types";
import { requireAuth, silentLogger } from "@a2a/types";
import { serveAuthorizationServer, visit } from "test-kit/authorization-server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { logIn } from "../src/auth/login.ts";
import { tokenStore } from "../src/auth/token-store.ts";
import type { Io } from "../src/cli/io.ts";
import { run as auth } from "../src/commands/auth.ts";
import { probe } from "../src/index.ts";
import { a2a, emptyFolder, field } from "./support/a2a.ts";
import { serveAuthorization } from "./support/authorization-server.ts";

const tokens = { s3cret: "ann", "token-1": "first", "token-2": "second" };
let locked: RunningAgent;
let keyed: RunningAgent;
beforeAll(async () => {
  locked = await serve({
    card: { name: "Locked" },
    executor: probe,
    store: "memory",
    logger: silentLogger,
    auth: [bearer({ tokens })],
  });
  const key = apiKey({ keys: { "key-123": "bob" }, name: "k", location: "query" });
  keyed = await serve({ card: { name: "Keyed" }, executor: probe, store: "memory", logger: silentLogger, auth: [key] });
});
afterAll(() => Promise.all([locked, keyed].map((agent) => agent.close({ drainMs: 0 }))));

/** An agent whose card declares OAuth, and which takes the tokens of its authorization server. */
function serveOauth(flows: object): Promise<RunningAgent> {
  const scheme = { oauth2SecurityScheme: { flows } } as SecurityScheme; // one flow, as each test writes it
  const login = { ...bearer({ tokens }), name: "login", scheme };
  return serve({ card: { name: "OAuth" }, executor: probe, store: "memory", logger: silentLogger, auth: [login] });
}

describe.concurrent("credentials", () => {
  it("A2ACLI_AUTH_001 A2ACLI_AUTH_002 are read from flags and environment and sent by the card's scheme; flags take precedence", async () => {
    const whoami = async (agent: RunningAgent, flags: string[], env: Record<string, string> = {}) =>
      /"subject": "(.*?)"/.exec((await a2a(["send", "-a", agent.url, ...flags, "whoami"], { env })).out)?.[1];
    expect(await whoami(locked, ["--bearer", "s3cret"], { A2ACLI_BEARER: "wrong" })).toBe("ann");
    expect(await whoami(locked, [], { A2ACLI_BEARER: "s3cret" })).toBe("ann");
    expect(await whoami(keyed, ["--api-key", "key-123"])).toBe("bob");
    expect(await whoami(keyed, [], { A2ACLI_API_KEY: "key-123" })).toBe("bob");
    expect(await whoami(locked, ["--svc-param", "authorization: Bearer s3cret"])).toBe("ann");
  });

  it("A2ACLI_AUTH_001 A2ACLI_AUTH_002 help warns about credentials in flags, and describes no service parameter as a credential", async () => {
    const { out } = await a2a(["help"]);
    for (const [flag, variable] of [
      ["bearer", "A2ACLI_BEARER"],
      ["api-key", "A2ACLI_API_KEY"],
    ]) {
      expect(out).toMatch(new RegExp(`--${flag} .*flags are visible to other processes.*${variable}`));
    }
    expect(/--svc-param.*/.exec(out)?.[0]).not.toMatch(/auth|credential|token/i);
  });

  it("A2ACLI_OUT_004 A2ACLI_EXIT_001 distinguish missing from rejected, and say how to fix it", async () => {
    const missing = await a2a(["send", "-a", locked.url, "hi"]);
    expect([missing.code, field(missing.err, "Error")]).toEqual([4, "A2ACLI_ERR_CREDENTIALS_MISSING"]);
    expect(field(missing.err, "Hint")).toBe("set A2ACLI_BEARER");
    const refused = await a2a(["send", "-a", keyed.url, "-o", "json", "hi"], { env: { A2ACLI_API_KEY: "wrong" } });
    expect([refused.code, JSON.parse(refused.out)]).toMatchObject([4, { error: { code: "A2ACLI_ERR_AUTH_FAILED" } }]);
  });

  it("A2ACLI_AUTH_001 are not sent to an agent whose card declares no matching scheme, with a warning", async () => {
    const { err } = await a2a(["send", "-a", keyed.url, "--bearer", "s3cret", "hi"]);
    expect(err).toMatch(
      /^Warning: the card declares no security scheme for these credentials, so they are not sent; --header sends any header$/m,
    );
  });

  it("A2ACLI_AUTH_004 A2ACLI_OUT_007 --debug prints the traffic on stderr, and never a secret", async () => {
    const all = ["--debug", "--verbose", "-o", "json"];
    const secrets = ["--svc-param", "x-session-token:hush-1", "--header", "X-Proof: Bearer hush-2"];
    const runs = [
      await a2a(["send", "-a", locked.url, "--bearer", "s3cret", ...secrets, ...all, "the s3cret is hush-1"]),
      await a2a(["send", "-a", keyed.url, "--api-key", "key-123", ...all, "hi"]),
    ];
    for (const { code, out, err } of runs) {
      expect([code, Object.keys(JSON.parse(out) as object)]).toEqual([0, ["task"]]);
      expect(err).toMatch(/^> POST http.*\/a2a/m);
      expect(err).toMatch(/^> \{"jsonrpc":"2\.0".*"method":"SendStreamingMessage"/m);
      expect(err).toMatch(/^< 200 after \d+ ms$/m);
      expect(err).toMatch(/^< data: \{.*TASK_STATE_COMPLETED/m);
      expect(err).not.toMatch(/s3cret|hush|key-123/);
    }
  });
});

describe.concurrent("a2a auth", () => {
  it("A2ACLI_AUTH_005 A2ACLI_AUTH_007 A2ACLI_CONFIG_001 logs in by device code, stores the token privately and sends it from then on", async () => {
    await using authority = await serveAuthorization();
    const flow = {
      deviceAuthorizationUrl: `${authority.url}/device`,
      tokenUrl: `${authority.url}/token`,
      scopes: { run: "" },
    };
    await using agent = await serveOauth({ deviceCode: flow });
    const HOME = emptyFolder();
    const inHome = (...args: string[]) => a2a([...args, "-a", agent.url], { env: { HOME } });
    const before = await inHome("send", "whoami");
    expect([before.code, field(before.err, "Hint")]).toEqual([4, `run a2a auth login --agent-card ${agent.url}`]);
    const login = await inHome("auth", "login", "--client-id", "cli", "--yes");
    expect([login.code, login.err]).toEqual([
      0,
      "The card of OAuth names the login server 127.0.0.1.\nOpen https://login.example/device and enter ABCD-EFGH\n",
    ]);
    expect(login.out).not.toContain("token-1");
    const file = join(HOME, ".config", "a2a-cli", "credentials.json");
    expect([field(login.out, "File"), statSync(file).mode & 0o777]).toEqual([file, 0o600]);
    expect((await inHome("send", "whoami")).out).toContain('"subject": "first"');
    const status = await inHome("auth", "status");
    expect(field(status.out, "Status")).toBe("logged in");
    const all = await a2a(["auth", "status"], { env: { HOME } });
    const expires = field(status.out, "Expires");
    expect(all.out).toBe(
      [`${"AGENT".padEnd(agent.url.length)}  STATUS     EXPIRES`, `${agent.url}  logged in  ${expires}`, ""].join("\n"),
    );
    expect(field((await inHome("auth", "logout")).out, "Status")).toBe("logged out");
    expect(readFileSync(file, "utf8")).toBe("{}\n");
    expect((await inHome("send", "whoami")).code).toBe(4);
    expect((await inHome("auth", "logout")).out).toBe(`Agent: ${agent.url}\nStatus: was not logged in\n`);
    const none = await a2a(["auth", "status"], { env: { HOME } });
    expect([none.code, none.out, none.err]).toEqual([
      0,
      "",
      "Warning: no tokens are stored; a2a auth login gets one\n",
    ]);
    const anonymous = await a2a(["auth", "login", agent.url], { env: { HOME } });
    expect([anonymous.code, anonymous.err]).toEqual([
      2,
      "Error: A2ACLI_ERR_USAGE\nMessage: a2a auth login needs --client-id, or A2ACLI_CLIENT_ID\nHint: a2a help auth shows the usage\n",
    ]);
    expect(authority.forms[0]).toMatchObject({ client_id: "cli", scope: "run" });
  });

  it("A2ACLI_AUTH_006 A2ACLI_AUTH_007 logs in by client credentials, without interaction", async () => {
    await using authority = await serveAuthorization();
    await using agent = await serveOauth({
      clientCredentials: { tokenUrl: `${authority.url}/token`, scopes: { run: "" } },
    });
    const env = {
      HOME: emptyFolder(),
      A2ACLI_CLIENT_ID: "job",
      A2ACLI_CLIENT_SECRET: "hush",
      A2ACLI_AGENT_CARD: agent.url,
    };
    // A card alone may not send the secret to another origin.
    const refused = await a2a(["auth", "login"], { env });
    expect([refused.code, refused.err, authority.forms]).toEqual([
      2,
      `Error: A2ACLI_ERR_USAGE\nMessage: the card names ${authority.url} for tokens, which is not the agent's own origin: pass --token-url to send the secret there\n`,
      [],
    ]);
    const login = await a2a(["auth", "login", "--token-url", `${authority.url}/token`], { env });
    expect([login.code, login.err, field(login.out, "Status")]).toEqual([0, "", "logged in"]);
    expect((await a2a(["send", "whoami"], { env })).out).toContain('"subject": "first"');
    expect(authority.forms[0]).toMatchObject({ grant_type: "client_credentials", scope: "run" });
  });

  it("refuses the login page of another site, unless the user confirms it", async () => {
    await using authority = await serveAuthorization();
    const flow = { deviceAuthorizationUrl: `${authority.url}/device`, tokenUrl: `${authority.url}/token`, scopes: {} };
    await using agent = await serveOauth({ deviceCode: flow });
    const login = await a2a(["auth", "login", agent.url, "--client-id", "cli"], { env: { HOME: emptyFolder() } });
    expect([login.code, field(login.err, "Message")]).toEqual([
      4,
      "the login failed: the login page is at login.example, but the login server at 127.0.0.1: pass --yes if you trust both",
    ]);
    expect(login.err).not.toContain("ABCD-EFGH");
    const { http, close } = nodeClient({ egress: { allowPrivate: true, allowHttp: true } });
    const { card } = agent.handler;
    const atTerminal = (...answers: string[]) => {
      let err = "";
      const stdin = (async function* () {
        yield* answers;
      })();
      const io = {
        stdin,
        out: () => undefined,
        err: (text: string) => {
          err += text;
        },
        env: {},
        signal: new AbortController().signal,
        typed: true,
      };
      const token = logIn({ card, origin: agent.url, io, clientId: "cli", exchange: http, signal: io.signal });
      return token.then(
        ({ accessToken }) => ({ accessToken, err }),
        ({ message }: Error) => ({ message, err }),
      );
    };
    expect(await atTerminal("n\n")).toEqual({
      message: "the login failed: it was not confirmed",
      err: "The card of OAuth names the login server 127.0.0.1.\nLog in there? [y/N] ",
    });
    expect(await atTerminal("y\n", "\n")).toMatchObject({ message: expect.stringContaining("pass --yes") });
    expect(await atTerminal("y\n", "yes\n")).toMatchObject({
      accessToken: "token-1",
      err: expect.stringContaining("Open https://login.example/device and enter ABCD-EFGH"),
    });
    await close();
  });

  it("logs in with a browser, as a card with an authorization code flow or OpenID Connect declares it", async () => {
    await using issuer = await serveAuthorizationServer({
      clients: [
        {
          client_id: "cli",
          token_endpoint_auth_method: "none",
          application_type: "native",
          grant_types: ["authorization_code", "refresh_token"],
          redirect_uris: ["http://127.0.0.1/callback"],
        },
      ],
      resources: { "urn:desk": "run" },
    });
    const { authorizationUrl, tokenUrl } = issuer;
    const openIdConnectUrl = `${issuer.issuer}/.well-known/openid-configuration`;
    const { http, close } = nodeClient({ egress: { allowPrivate: true, allowHttp: true } });
    for (const scheme of [
      { oauth2SecurityScheme: { flows: { authorizationCode: { authorizationUrl, tokenUrl, scopes: { run: "" } } } } },
      { openIdConnectSecurityScheme: { openIdConnectUrl } },
    ] satisfies SecurityScheme[]) {
      const login = {
        ...jwt({ issuer: issuer.issuer, audience: "urn:desk", jwks: issuer.jwks }),
        name: "login",
        scheme,
      };
      await using agent = await serve({
        card: { name: "Desk" },
        executor: probe,
        store: "memory",
        logger: silentLogger,
        auth: [login],
      });
      const HOME = emptyFolder();
      const io = {
        stdin: (async function* () {})(),
        out: () => undefined,
        err: (text: string) => {
          const [, url] = /^Open (http.*)\n$/.exec(text) ?? [];
          if (url !== undefined) void visit(url);
        },
        env: { HOME },
        signal: new AbortController().signal,
      };
      const { card } = agent.handler;
      const { signal } = io;
      await logIn({ card, origin: agent.url, io, clientId: "cli", exchange: http, signal, store: tokenStore(io) });
      const { out } = await a2a(["send", "-a", agent.url, "whoami"], { env: { HOME } });
      expect(out).toContain('"subject": "ann"');
    }
    await close();
  });

  it("logs in with the scopes that a task asks for, which continues with the next message", async () => {
    const redirect_uris = ["http://127.0.0.1/callback"];
    const grant_types = ["authorization_code", "refresh_token"];
    await using issuer = await serveAuthorizationServer({
      clients: [
        {
          client_id: "cli",
          token_endpoint_auth_method: "none",
          application_type: "native",
          grant_types,
          redirect_uris,
        },
      ],
      resources: { "urn:desk": "run refund" },
    });
    const { authorizationUrl, tokenUrl } = issuer;
    const scopes = { run: "", refund: "" };
    const scheme = { oauth2SecurityScheme: { flows: { authorizationCode: { authorizationUrl, tokenUrl, scopes } } } };
    await using agent = await serve({
      card: { name: "Desk" },
      async *executor({ caller }) {
        if (caller.scopes?.includes("refund")) return void (yield `refunded as ${caller.scopes.join(" ")}`);
        yield requireAuth("Refunds need your consent", { scopes: ["refund"] });
      },
      store: "memory",
      logger: silentLogger,
      auth: [{ ...jwt({ issuer: issuer.issuer, audience: "urn:desk", jwks: issuer.jwks }), name: "login", scheme }],
    });
    const env = { HOME: emptyFolder() };
    const said: string[] = [];
    const io: Io = {
      stdin: (async function* () {})(),
      out: (text) => void said.push(text),
      err: (text) => {
        const [, url] = /^Open (http.*)\n$/.exec(text) ?? [];
        if (url !== undefined) void visit(url);
      },
      env,
      signal: new AbortController().signal,
    };
    const login = (...flags: string[]) => auth(["login", agent.url, "--client-id", "cli", "--yes", ...flags], io);
    await login("--scope", "run");
    const asked = await a2a(["send", "-a", agent.url, "refund me"], { env });
    const id = field(asked.out, "Task");
    expect(field(asked.out, "State")).toBe("TASK_STATE_AUTH_REQUIRED");
    await login("--task-id", id);
    expect(said.at(-1)).toContain(`Task: ${id}`);
    const { out } = await a2a(["send", "-a", agent.url, "--task-id", id, "here I am"], { env });
    expect(out).toContain("refunded as run refund");
    await expect(login("--task-id", id)).rejects.toThrow(
      `task ${id} is completed and names no scopes and no page, so there is nothing to log in for`,
    );
  });

  it("does not follow a card to private addresses that the user did not name", async () => {
    const flow = { deviceAuthorizationUrl: "https://10.0.0.1/device", tokenUrl: "https://10.0.0.1/token", scopes: {} };
    await using agent = await serveOauth({ deviceCode: flow });
    const login = await a2a(["auth", "login", agent.url, "--client-id", "cli"], { env: { HOME: emptyFolder() } });
    expect([login.code, field(login.err, "Message"), field(login.err, "Hint")]).toEqual([
      3,
      "https://10.0.0.1 is blocked: not a public address",
      "the card names this address: --allow-private calls it all the same",
    ]);
  });

  it("A2ACLI_AUTH_007 refreshes an expired token and stores the new one", async () => {
    await using authority = await serveAuthorization(0);
    const flow = { deviceAuthorizationUrl: `${authority.url}/device`, tokenUrl: `${authority.url}/token`, scopes: {} };
    await using agent = await serveOauth({ deviceCode: flow });
    const env = { HOME: emptyFolder(), A2ACLI_AGENT_CARD: agent.url };
    await a2a(["auth", "login", "--client-id", "cli", "--yes"], { env });
    expect(field((await a2a(["auth", "status"], { env })).out, "Status")).toBe("expired, will be renewed");
    expect((await a2a(["send", "whoami"], { env })).out).toContain('"subject": "second"');
    expect(authority.forms.at(-1)).toMatchObject({ grant_type: "refresh_token", client_id: "cli" });
  });
});
