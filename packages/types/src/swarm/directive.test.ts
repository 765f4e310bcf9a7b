import { describe, expect, it } from "vitest";
import { isSwarmMessage, readSwarmDirective, type SwarmDirective, swarmKinds, swarmMessage } from "./directive.ts";

const examples: SwarmDirective[] = [
  { kind: "spawn_agent", agent: "researcher", name: "r-2", options: { model: "small" } },
  { kind: "execute_task", task: "sum", input: [1, 2] },
  { kind: "query_resources", resources: ["gpu"] },
  { kind: "forward_message", to: "r-2", text: "stop" },
  { kind: "sync_state", state: { open: 3 }, revision: 7 },
];

describe("S4-36 swarm directives", () => {
  it("knows five kinds", () => {
    expect([...swarmKinds].sort()).toEqual(examples.map(({ kind }) => kind).sort());
  });

  it.each(examples)("S4-34 sends $kind as a message and reads it back", (directive) => {
    const message = swarmMessage(directive);
    expect(message.metadata).toEqual({ swarmKind: directive.kind });
    expect(isSwarmMessage(message)).toBe(true);
    expect(readSwarmDirective(message)).toEqual(directive);
  });

  it("refuses an unknown kind and a missing member", () => {
    const message = swarmMessage({ kind: "execute_task", task: "sum" });
    expect(() => readSwarmDirective({ ...message, metadata: { swarmKind: "explode" } })).toThrow(
      /swarmKind: expected one of spawn_agent/,
    );
    expect(() => readSwarmDirective({ ...message, metadata: { swarmKind: "forward_message" } })).toThrow(
      /message\.parts\.data\.to/,
    );
  });
});
