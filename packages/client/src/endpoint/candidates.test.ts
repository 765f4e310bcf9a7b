import { v0_1 } from "@a2a/bridge/v0_1";
import { v0_3 } from "@a2a/bridge/v0_3";
import { v1_0 } from "@a2a/bridge/v1_0";
import type { AgentCard } from "@a2a/types";
import { describe, expect, it } from "vitest";
import { httpJson } from "../transports/http-json.ts";
import { jsonRpc } from "../transports/json-rpc.ts";
import { guessedEndpoints, offeredEndpoints, type Pins } from "./candidates.ts";
import { describeEndpoint } from "./endpoint-memory.ts";

const card: AgentCard = {
  name: "Desk",
  description: "",
  supportedInterfaces: [
    { url: "/rest", protocolBinding: "HTTP+JSON", protocolVersion: "1.0", tenant: "north" },
    { url: "https://desk.example/rpc", protocolBinding: "JSONRPC", protocolVersion: "1.0.1" },
    { url: "https://desk.example/grpc", protocolBinding: "GRPC", protocolVersion: "1.0" },
    { url: "https://desk.example/rpc", protocolBinding: "JSONRPC", protocolVersion: "0.3" },
  ],
  version: "1",
  capabilities: {},
  defaultInputModes: [],
  defaultOutputModes: [],
  skills: [],
};
const base = "https://desk.example/";
const both: Pins = { codecs: [v1_0, v0_3], bindings: [jsonRpc, httpJson] };

describe("endpoints to try", () => {
  it("are those that the card offers, in its order", () => {
    const offered = offeredEndpoints(card, base, both);
    expect(offered.map(describeEndpoint)).toEqual([
      "1.0 over HTTP+JSON at https://desk.example/rest",
      "1.0 over JSONRPC at https://desk.example/rpc",
      "0.3 over JSONRPC at https://desk.example/rpc",
    ]);
    expect(offered.map(({ tenant }) => tenant)).toEqual(["north", undefined, undefined]);
    expect(offeredEndpoints(card, undefined, both)).toHaveLength(2);
  });

  it("never leave the pinned versions", () => {
    const pins: Pins = { codecs: [v0_1], bindings: [jsonRpc] };
    expect(offeredEndpoints(card, base, pins)).toEqual([]);
    const guessed = guessedEndpoints(card, base, [], pins);
    expect(guessed.length).toBeGreaterThan(0);
    expect(guessed.every(({ codec, binding }) => codec === v0_1 && binding.name === "JSONRPC")).toBe(true);
    expect(guessedEndpoints(card, base, [], { codecs: [v0_1], bindings: [httpJson] })).toEqual([]);
  });

  it("are then guessed: named URLs first, common paths next, none twice", () => {
    const offered = offeredEndpoints(card, base, both);
    const guessed = guessedEndpoints(card, base, offered, both).map(describeEndpoint);
    const all = [...offered.map(describeEndpoint), ...guessed];
    expect(new Set(all).size).toBe(all.length);
    expect(guessed[0]).toBe("1.0 over JSONRPC at https://desk.example/rest");
    expect(guessed).toContain("0.3 over JSONRPC at https://desk.example/a2a");
    expect(guessed).not.toContain("1.0 over JSONRPC at https://desk.example/rpc");
  });

  it("include a path for each method, for agents of 0.1", () => {
    const guessed = guessedEndpoints(undefined, base, [], { codecs: [v0_1], bindings: [jsonRpc] });
    expect(guessed.map(describeEndpoint).at(-1)).toBe("0.1 over JSONRPC at https://desk.example/{method}");
  });

  it("are found in time for a URL of many slashes", () => {
    const url = `https://desk.example/${"/".repeat(250_000)}x`;
    const hostile = { ...card, supportedInterfaces: [{ url, protocolBinding: "JSONRPC", protocolVersion: "1.0" }] };
    expect(guessedEndpoints(hostile, base, [], both).map(({ url }) => url)).toContain(`${url}/a2a`);
  });
});
