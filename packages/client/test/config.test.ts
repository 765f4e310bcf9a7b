/* biome-ignore-all lint/suspicious/noTemplateCurlyInString: configuration files have variables of their own. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { LocalError } from "@a2a/types";
import { describe, expect, it } from "vitest";
import {
  configJsonSchema,
  getA2AClient,
  getClientConfig,
  listClientConfigs,
  loadConfig,
  namedAgents,
  parseConfig,
} from "../src/config.ts";
import { cardAt, serveAgentPeer } from "./support/agent-peer.ts";

const read = (text: string, environment: Record<string, string> = {}) =>
  parseConfig(text, { file: "a2a.yaml", environment });

/** A file that lives as long as the scope. */
function written(text: string, name = "a2a.yaml") {
  const folder = mkdtempSync(join(tmpdir(), "a2a-config-"));
  const file = join(folder, name);
  writeFileSync(file, text);
  return { file, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) };
}

const arithmetic = `
a2a:
  clients:
    arithmetic:
      url: "http://localhost:8000"
      timeout: 300
      poll_interval: 1.0
      max_retries: 3
      retry_delay: 1.0
    tax_calculator: { url: http://localhost:8001 }
`;

describe("the clients section", () => {
  it("S3-06 S3-07 is YAML with times in seconds", () => {
    expect(read(arithmetic).agents.arithmetic).toEqual({
      name: "arithmetic",
      url: "http://localhost:8000",
      timeoutMs: 300_000,
      pollIntervalMs: 1_000,
      maxRetries: 3,
      retryDelayMs: 1_000,
    });
    expect(
      read("a2a: { clients: { x: { url: 'http://h', timeout: 1.5, pollInterval: 0.25 } } }").agents.x,
    ).toMatchObject({
      timeoutMs: 1_500,
      pollIntervalMs: 250,
    });
  });

  it("S3-08 S3-09 is looked up by name, complete with defaults, and listed", () => {
    using config = written(arithmetic);
    expect(listClientConfigs(config)).toEqual(["arithmetic", "tax_calculator"]);
    expect(getClientConfig("tax_calculator", config)).toEqual({
      url: "http://localhost:8001",
      timeoutMs: 300_000,
      pollIntervalMs: 1_000,
      maxRetries: 3,
      retryDelayMs: 1_000,
    });
    expect(() => read("a2a: { clients: { nowhere: { timeout: 5 } } }")).toThrow("a2a.clients.nowhere: expected url");
    expect(() => getClientConfig("tax", config)).toThrow(
      `${config.file} has no agent named "tax"; it has arithmetic, tax_calculator`,
    );
  });

  it("S3-21 returns clients by name", async () => {
    await using peer = await serveAgentPeer({
      card: (url) =>
        cardAt(url, {
          version: "0.3",
          capabilities: {},
          securitySchemes: { t: { httpAuthSecurityScheme: { scheme: "bearer" } } },
        }),
      methods: { "message/send": () => ({ kind: "task", id: "t-1", contextId: "c", status: { state: "completed" } }) },
    });
    using config = written(
      `a2a: { clients: { weather: { url: "${peer.url}", auth: { type: bearer, token: "\${TOKEN}" } } } }`,
    );
    const client = getA2AClient("weather", { file: config.file, environment: { TOKEN: "s3" }, memory: new Map() });
    expect(client.config.url).toBe(peer.url);
    expect((await client.sendAndObserve("go"))[0]).toBe("completed");
    expect(peer.received.at(-1)?.headers.authorization).toBe("Bearer s3");
  });
});

describe("the remoteAgents section", () => {
  const file = `{
    "a2a": {
      "enabled": true,
      "server": { "port": 3000, "bindAddress": "0.0.0.0", "allowedOrigins": ["https://app.example"] },
      "remoteAgents": {
        "partner-bot": {
          "endpoint": "https://partner.example",
          "agentCardUrl": "https://partner.example/.well-known/agent-card.json",
          "authToken": "\${PARTNER_TOKEN}",
          "timeout": 60000
        },
        "other": { "agentCardUrl": "https://other.example/cards/bot.json" }
      }
    }
  }`;

  it("S4-31 is JSON as well, with times in milliseconds", () => {
    const config = read(file, { PARTNER_TOKEN: "sk-1" });
    expect(config).toMatchObject({
      enabled: true,
      server: { port: 3000, bindAddress: "0.0.0.0", allowedOrigins: ["https://app.example"] },
      agents: {
        "partner-bot": {
          url: "https://partner.example",
          cardUrl: "https://partner.example/.well-known/agent-card.json",
          timeoutMs: 60_000,
          auth: { type: "bearer" },
        },
        other: { url: "https://other.example/", timeoutMs: 60_000 },
      },
    });
    expect(namedAgents(config)["partner-bot"]).toMatchObject({
      url: "https://partner.example",
      auth: { name: "bearer token" },
    });
  });

  it("S4-31 is off unless it says otherwise", () => {
    expect(read("a2a: {}")).toMatchObject({ enabled: false, server: {}, agents: {} });
    expect(read("")).toMatchObject({ enabled: false, agents: {} });
    expect(read("other:\n  anything: ${UNSET}\n").agents).toEqual({});
  });
});

describe("both sections", () => {
  it("form one namespace, in which an agent may be declared twice", () => {
    const { agents } = read(`
a2a:
  clients: { desk: { url: https://desk.example, timeout: 60 } }
  remote_agents: { desk: { endpoint: https://desk.example, auth_token: t } }
`);
    expect(agents.desk).toMatchObject({ url: "https://desk.example", timeoutMs: 60_000, auth: { type: "bearer" } });
  });

  it("must not contradict each other", () => {
    const text = `a2a:
  clients:
    desk: { url: https://desk.example }
  remoteAgents:
    desk: { endpoint: https://other.example }
`;
    expect(() => read(text)).toThrow(
      "a2a.yaml:5:5: a2a.remoteAgents.desk: a2a.clients has an agent of this name with another url",
    );
    const tokens =
      "a2a: { clients: { d: { url: 'http://h', auth: { type: bearer, token: a } } }, remoteAgents: { d: { endpoint: 'http://h', authToken: b } } }";
    expect(() => read(tokens)).toThrow("with another auth");
    expect(() => read(tokens.replace("authToken: b", "authToken: a"))).not.toThrow();
  });
});

describe("variables", () => {
  it("are coerced to numbers and booleans where the schema asks for them", () => {
    const text = `
a2a:
  enabled: "\${ON}"
  server:
    port: \${PORT}
  clients:
    d: { url: "https://\${HOST:-desk.example}", timeout: "\${T}", headers: { X-Id: "\${PORT}" } }
`;
    const config = read(text, { ON: "true", PORT: "3000", T: "2.5" });
    expect(config).toMatchObject({
      enabled: true,
      server: { port: 3000 },
      agents: { d: { url: "https://desk.example", timeoutMs: 2_500 } },
    });
    expect(namedAgents(config).d?.headers).toEqual({ "X-Id": "3000" });
  });

  it("cannot inject structure into a file", () => {
    const config = read('a2a: { clients: { d: { url: "http://h", headers: { X: "${V}" } } } }', {
      V: 'x", evil: "y\n  other: 1',
    });
    expect(Object.keys(config.agents)).toEqual(["d"]);
  });

  it("that are not set make their own agent unusable, with file, line and key", () => {
    using config = written("a2a:\n  clients:\n    d:\n      url: ${DESK:?the desk}\n    e: { url: http://e }\n");
    const read = loadConfig(config);
    const message = `${config.file}:4:7: a2a.clients.d.url: environment variable DESK is not set: the desk`;
    expect([Object.keys(read.agents), Object.keys(namedAgents(read)), read.unusable.d?.message]).toEqual([
      ["e"],
      ["e"],
      message,
    ]);
    expect(getClientConfig("e", config).url).toBe("http://e");
    expect(() => getClientConfig("d", config)).toThrow(message);
  });

  it("that are not set outside of an agent make the file unusable", () => {
    expect(() => read("a2a:\n  server: { port: '${PORT}' }\n")).toThrow(
      "a2a.yaml:2:13: a2a.server.port: environment variable PORT is not set: set it, or give a default after :-",
    );
  });
});

describe("problems in a file", () => {
  it.each([
    [
      "a2a:\n  clients:\n    d: { url: desk }\n",
      "a2a.yaml:3:10: a2a.clients.d.url: expected an address such as https://agent.example",
    ],
    ["a2a:\n  clients:\n    d: { timeout: 5 }\n", "a2a.yaml:3:5: a2a.clients.d: expected url, or agentCardUrl"],
    [
      "a2a:\n  clients:\n    d:\n      url: http://h\n      timout: 5\n",
      'a2a.yaml:3:5: a2a.clients.d: Unrecognized key: "timout"',
    ],
    [
      "a2a:\n  clients:\n    d:\n      url: http://h\n      timeout: soon\n",
      "a2a.yaml:5:7: a2a.clients.d.timeout: Invalid input: expected number, received string",
    ],
    [
      "a2a:\n  clients:\n    d: { url: http://h, poll_interval: 1, pollInterval: 2 }\n",
      "a2a.yaml:3:43: a2a.clients.d.pollInterval: duplicate key, also spelled pollInterval",
    ],
    ["a2a:\n  clients:\n    d: { url: http://h }\n    d: { url: http://i }\n", "a2a.yaml:4:5: Map keys must be unique"],
    ["a2a:\n  clients: [\n", "a2a.yaml:3:1: "],
    ["a2a:\n  server: { port: 99999 }\n", "a2a.yaml:2:13: a2a.server.port: Too big"],
    [
      "a2a:\n  remoteAgents:\n    d: { endpoint: http://h, authToken: a, auth: { type: bearer, token: b } }\n",
      "a2a.yaml:3:5: a2a.remoteAgents.d: expected authToken or auth, not both",
    ],
    ["a2a:\n  clients:\n    d: { url: file:///etc/passwd }\n", "a2a.yaml:3:10: a2a.clients.d.url: expected an address"],
  ])("%j", (text, message) => {
    expect(() => read(text)).toThrow(message);
    expect(() => read(text)).toThrow(LocalError);
  });

  it("includes documents of unbounded size", () => {
    const bomb = `x0: &x0 [1]\n${Array.from({ length: 12 }, (_, n) => `x${n + 1}: &x${n + 1} [${Array(9).fill(`*x${n}`).join(", ")}]`).join("\n")}\n`;
    expect(() => read(bomb)).toThrow("the document is too large");
  });

  it("includes a missing card", () => {
    expect(() => loadConfig({ file: "no-such-file.yaml" })).toThrow("no-such-file.yaml cannot be read");
    expect(() => loadConfig({ environment: {} })).toThrow(
      "no configuration file found: set A2A_CONFIG, or create one of a2a.config.yaml, ",
    );
    using config = written(arithmetic);
    expect(loadConfig({ environment: { A2A_CONFIG: config.file } }).file).toBe(config.file);
  });
});

describe("secrets", () => {
  it("are not shown when a configuration is printed, nor in errors", () => {
    const config = read(`
a2a:
  clients:
    a: { url: http://h, auth: { type: basic, username: ann, password: pa55word } }
    b: { url: http://h, auth: { type: apiKey, key: k3y-value } }
    c: { url: http://h, auth: { type: oauth2-client-credentials, client_id: me, client_secret: cl1ent-secret } }
    d: { url: http://h, headers: { Authorization: Bearer h3ader } }
`);
    const shown = inspect(config, { depth: 10 }) + JSON.stringify(config);
    for (const secret of ["pa55word", "k3y-value", "cl1ent-secret", "h3ader"]) expect(shown).not.toContain(secret);
    expect(namedAgents(config).d?.headers).toEqual({ Authorization: "Bearer h3ader" });
    const failed = () =>
      read("a2a: { clients: { a: { url: http://h, auth: { type: bearer, token: s3cret, extra: 1 } } } }");
    expect(failed).toThrow("a2a.clients.a.auth");
    expect(failed).not.toThrow("s3cret");
  });
});

describe("the schema for editors", () => {
  it("is JSON Schema that knows every member", () => {
    const schema = configJsonSchema();
    expect(schema).toMatchObject({ title: "A2A configuration", type: "object" });
    const text = JSON.stringify(schema);
    for (const member of ["pollInterval", "agentCardUrl", "authToken", "bindAddress", "oauth2-client-credentials"])
      expect(text).toContain(member);
  });
});
