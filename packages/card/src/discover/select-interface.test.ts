import type { AgentInterface, ProtocolVersion } from "@a2a/types";
import { describe, expect, it } from "vitest";
import { buildCard } from "../build/build-card.ts";
import { bindingOf, commonInterfaces, type Supported, selectInterface } from "./select-interface.ts";

const everything: Supported = { versions: ["1.0", "0.3", "0.2", "0.1"], bindings: ["JSONRPC", "HTTP+JSON"] };

function cardWith(...entries: [string, string, string?][]) {
  const supportedInterfaces: AgentInterface[] = entries.map(([protocolVersion, protocolBinding, tenant], index) => ({
    url: `https://tide.example/${index}`,
    protocolVersion,
    protocolBinding,
    ...(tenant !== undefined && { tenant }),
  }));
  return { ...buildCard({ name: "Tide Clerk", url: "https://tide.example" }), supportedInterfaces };
}

describe("selectInterface", () => {
  it("selects the first interface that both sides speak, in the card's order (R-180)", () => {
    const card = cardWith(["1.0", "GRPC"], ["0.3", "HTTP+JSON"], ["1.0", "JSONRPC"]);
    expect(selectInterface(card, everything)).toMatchObject({ version: "0.3", binding: "HTTP+JSON" });
  });

  it("uses the URL and tenant of the selected entry (R-181, R-182)", () => {
    const card = cardWith(["1.0", "GRPC", "east"], ["1.0", "JSONRPC", "north"]);
    expect(selectInterface(card, everything).entry).toMatchObject({ url: "https://tide.example/1", tenant: "north" });
    expect(selectInterface(cardWith(["1.0", "JSONRPC"]), everything).entry).not.toHaveProperty("tenant");
  });

  it.each<[ProtocolVersion, number]>([
    ["1.0", 1],
    ["0.3", 0],
    ["0.1", 2],
  ])("sticks to a pinned version %s", (version, index) => {
    const card = cardWith(["0.3", "JSONRPC"], ["1.0", "JSONRPC"], ["0.1", "JSONRPC"]);
    const pinned = selectInterface(card, { ...everything, versions: [version] });
    expect(pinned.entry.url).toBe(`https://tide.example/${index}`);
  });

  it("ignores patch numbers (R-171)", () => {
    expect(selectInterface(cardWith(["1.0.1", "JSONRPC"]), everything).version).toBe("1.0");
    expect(selectInterface(cardWith(["0.2.6", "JSONRPC"]), everything).version).toBe("0.2");
  });

  it("lists what each side speaks when nothing is in common", () => {
    const card = cardWith(["1.0", "GRPC"], ["2.0", "JSONRPC"]);
    expect(() => selectInterface(card, { versions: ["1.0"], bindings: ["JSONRPC"] })).toThrow(
      "no common interface: the agent supports 1.0 over GRPC, 2.0 over JSONRPC; this client supports 1.0 over JSONRPC",
    );
    expect(() => selectInterface(card, { versions: ["1.0"], bindings: ["JSONRPC"] })).toThrow(
      expect.objectContaining({ code: "NO_COMMON_INTERFACE" }),
    );
  });

  it("lists the remaining interfaces to fall back to (R-165)", () => {
    const card = cardWith(["1.0", "JSONRPC"], ["1.0", "GRPC"], ["0.3", "REST"], ["0.1", "json-rpc"]);
    expect(commonInterfaces(card, everything).map(({ entry }) => entry.url)).toEqual([
      "https://tide.example/0",
      "https://tide.example/2",
      "https://tide.example/3",
    ]);
  });
});

it.each([
  ["JSONRPC", "JSONRPC"],
  ["json-rpc", "JSONRPC"],
  ["JSON-RPC", "JSONRPC"],
  ["JsonRpc", "JSONRPC"],
  ["HTTP+JSON", "HTTP+JSON"],
  ["http+json", "HTTP+JSON"],
  ["HTTP_JSON", "HTTP+JSON"],
  ["REST", "HTTP+JSON"],
  ["grpc", "GRPC"],
  ["https://bindings.example/queue", undefined],
  ["", undefined],
])("reads the binding %j as %j", (name, binding) => {
  expect(bindingOf(name)).toBe(binding);
});
