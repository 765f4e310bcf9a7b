import { type JsonObject, textOf } from "@a2a/types";
import { type SwarmDirective, swarmKinds, swarmMessage } from "@a2a/types/swarm";
import { describe, expect, it } from "vitest";
import { bearer } from "../src/index.ts";
import { registerSwarmHandler, swarmDirectives } from "../src/swarm.ts";
import { errorOf, rpc, say, serveAgent, taskOf } from "./support/agent.ts";

const examples: Record<string, SwarmDirective> = {
  spawn_agent: { kind: "spawn_agent", agent: "researcher" },
  execute_task: { kind: "execute_task", task: "sum", input: [1, 2] },
  query_resources: { kind: "query_resources" },
  forward_message: { kind: "forward_message", to: "r-2", text: "stop" },
  sync_state: { kind: "sync_state", state: { open: 3 } },
};
const params = (directive: SwarmDirective) => ({ message: { ...swarmMessage(directive) } }) as never;

async function* agent({ message }: { message: Parameters<typeof textOf>[0] }) {
  yield `agent: ${textOf(message)}`;
}
async function* handler(directive: SwarmDirective) {
  yield `swarm: ${directive.kind}`;
}
const peers = {
  auth: [bearer({ tokens: { p: { subject: "peer", scopes: ["swarm:*"] }, u: { subject: "user" } } })],
  directives: swarmDirectives({ handler }),
};
const peer = { Authorization: "Bearer p" };

describe("swarm directives", () => {
  it.each(swarmKinds)(
    "S4-34 S4-35 S4-36 %s is sent by SendMessage and goes to the directive handler instead of the agent",
    async (kind) => {
      await using server = await serveAgent(agent, peers);
      const answer = await rpc(server, "SendMessage", params(examples[kind] as SwarmDirective), peer);
      expect(taskOf(answer)).toMatchObject({ artifacts: [{ parts: [{ text: `swarm: ${kind}` }] }] });
    },
  );

  it("S4-35 are only messages with a directive; the agent receives the others", async () => {
    await using server = await serveAgent(agent, peers);
    expect(taskOf(await rpc(server, "SendMessage", say("hi"), peer))).toMatchObject({
      artifacts: [{ parts: [{ text: "agent: hi" }] }],
    });
  });

  it("S4-35 go to the handler that registerSwarmHandler registers with a running server, until it is removed", async () => {
    const card = { name: "Member", defaultInputModes: ["text/plain", "application/json"] };
    await using server = await serveAgent(agent, { auth: peers.auth, card });
    const directive = () => params(examples.query_resources as SwarmDirective);
    const text = async () => taskOf(await rpc(server, "SendMessage", directive(), peer)).artifacts;
    expect(await text()).toMatchObject([{ parts: [{ text: expect.stringMatching(/^agent: /) }] }]);
    const unregister = registerSwarmHandler(server.handler, handler);
    expect(await text()).toMatchObject([{ parts: [{ text: "swarm: query_resources" }] }]);
    expect(() => registerSwarmHandler(server.handler, handler)).toThrow(
      new TypeError("directives: this agent has a handler of directives already; unregister it first"),
    );
    const refused = await rpc(server, "SendMessage", directive(), { Authorization: "Bearer u" });
    expect(refused.status).toBe(403);
    unregister();
    expect(await text()).toMatchObject([{ parts: [{ text: expect.stringMatching(/^agent: /) }] }]);
    registerSwarmHandler(server.handler, handler, { allow: () => true });
    const allowed = await rpc(server, "SendMessage", directive(), { Authorization: "Bearer u" });
    expect(taskOf(allowed).artifacts).toMatchObject([{ parts: [{ text: "swarm: query_resources" }] }]);
  });

  it("S4-35 go to the handler as they were sent, whatever their kind and payload", async () => {
    const seen: object[] = [];
    const directives = swarmDirectives({
      handler: async function* (directive, { message }) {
        seen.push(directive);
        yield `swarm: ${directive.kind} ${textOf(message)}`;
      },
    });
    await using server = await serveAgent(agent, { ...peers, directives });
    const sent: [JsonObject, object][] = [
      [say("now", { metadata: { swarmKind: "explode" } }), { kind: "explode" }],
      [say("x", { metadata: { swarmKind: "execute_task" } }), { kind: "execute_task" }],
      [
        say("", { parts: [{ data: { goal: "sum", retries: 3 } }], metadata: { swarmKind: "execute_task" } }),
        { kind: "execute_task", goal: "sum", retries: 3 },
      ],
    ];
    for (const [message, directive] of sent) {
      const answer = await rpc(server, "SendMessage", message, peer);
      expect(taskOf(answer)).toMatchObject({ status: { state: "TASK_STATE_COMPLETED" } });
      expect(seen.at(-1)).toEqual(directive);
    }
  });

  it("S4-36 are rejected without side effects when their kind is not a text", async () => {
    await using server = await serveAgent(agent, peers);
    const refused = errorOf(await rpc(server, "SendMessage", say("x", { metadata: { swarmKind: 7 } }), peer));
    const field = "message.metadata.swarmKind";
    expect(refused).toMatchObject({ code: -32602, data: [{ fieldViolations: [{ field }] }] });
    expect((await rpc(server, "ListTasks", {}, peer)).body.result).toMatchObject({ totalSize: 0 });
  });

  it("are rejected from callers without the capability", async () => {
    await using server = await serveAgent(agent, peers);
    const directive = params(examples.execute_task as SwarmDirective);
    const refused = await rpc(server, "SendMessage", directive, { Authorization: "Bearer u" });
    expect(refused.status).toBe(403);
  });

  it("are ordinary messages where no swarm is registered", async () => {
    await using server = await serveAgent(agent);
    const answer = await rpc(server, "SendMessage", say("plain", { metadata: { swarmKind: "execute_task" } }));
    expect(taskOf(answer)).toMatchObject({ artifacts: [{ parts: [{ text: "agent: plain" }] }] });
  });
});
