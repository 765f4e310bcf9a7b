import { readFileSync } from "node:fs";
import { parseConfig } from "@a2a/client/config";
import type { JsonValue } from "@a2a/types";
import { describe, expect, it } from "vitest";
import {
  authKeys,
  type ConfigKey,
  clientKeys,
  remoteAgentKeys,
  rootKeys,
  serverKeys,
} from "../src/generated/config-keys.ts";
import { authForms, membersOf, schemaAt } from "../src/generated/config-schema.ts";
import { configurationDocument } from "../src/generated/configuration.ts";

type Build = (entry: Record<string, JsonValue>) => JsonValue;

const sections: [string, Readonly<Record<string, ConfigKey>>, string[], Build][] = [
  ["a2a.server", serverKeys, ["a2a", "server"], (server) => ({ server })],
  [
    "a2a.clients",
    clientKeys,
    ["a2a", "clients", "*"],
    (entry) => ({ clients: { tides: { url: "https://a.example", ...entry } } }),
  ],
  [
    "a2a.remoteAgents",
    remoteAgentKeys,
    ["a2a", "remoteAgents", "*"],
    (entry) => ({ remoteAgents: { tides: { endpoint: "https://a.example", ...entry } } }),
  ],
];

const environment = { DESK_TOKEN: "t-1", DESK_PASSWORD: "p-1", DESK_KEY: "k-1", DESK_SECRET: "s-1" };

function parse(a2a: JsonValue) {
  return parseConfig(JSON.stringify({ a2a }), { environment });
}

it("docs/configuration.md is up to date: `npm run generate` writes it", () => {
  const written = readFileSync(new URL("../../../docs/configuration.md", import.meta.url), "utf8");
  expect(written).toBe(configurationDocument());
});

it("the reference names every section of the schema", () => {
  const named = [...Object.keys(rootKeys), "clients", "remoteAgents", "server"];
  expect(Object.keys(membersOf(schemaAt("a2a"))).sort()).toEqual(named.sort());
});

describe.each(sections)("%s", (_name, keys, path, build) => {
  it("names every key of the schema", () => {
    expect(Object.keys(keys).sort()).toEqual(Object.keys(membersOf(schemaAt(...path))).sort());
  });

  it.each(Object.entries(keys))("has a valid example for %s", (key, { example }) => {
    expect(() => parse(build({ [key]: example }))).not.toThrow();
  });
});

describe("credentials", () => {
  it("name every key of every form, the same in both sections", () => {
    const forms = Object.entries(authForms()).map(([type, { members }]) => [type, Object.keys(members).sort()]);
    expect(Object.entries(authKeys).map(([type, keys]) => [type, Object.keys(keys).sort()])).toEqual(forms);
    expect(schemaAt("a2a", "remoteAgents", "*", "auth")).toEqual(schemaAt("a2a", "clients", "*", "auth"));
  });

  it.each(Object.entries(authKeys))("of type %s have valid examples", (type, keys) => {
    const auth = { type, ...Object.fromEntries(Object.entries(keys).map(([key, { example }]) => [key, example])) };
    expect(parse({ clients: { tides: { url: "https://a.example", auth } } }).agents.tides?.auth?.type).toBe(type);
  });
});

it("documents the actual defaults", () => {
  const config = parse({
    clients: { seconds: { url: "https://a.example" } },
    remoteAgents: { milliseconds: { endpoint: "https://a.example" } },
  });
  const { timeout, pollInterval, maxRetries, retryDelay } = clientKeys;
  expect(config.enabled).toBe(rootKeys.enabled.fallback);
  expect(config.agents.seconds).toMatchObject({
    timeoutMs: Number(timeout?.fallback) * 1000,
    pollIntervalMs: Number(pollInterval?.fallback) * 1000,
    maxRetries: maxRetries?.fallback,
    retryDelayMs: Number(retryDelay?.fallback) * 1000,
  });
  expect(config.agents.milliseconds).toMatchObject({ timeoutMs: remoteAgentKeys.timeout?.fallback });
});
