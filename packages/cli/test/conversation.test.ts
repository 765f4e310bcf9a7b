import { type AgentClient, connect } from "@a2a/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Conversation } from "../src/chat/conversation.ts";
import { startDemoServer } from "../src/index.ts";

let server: Awaited<ReturnType<typeof startDemoServer>>;
beforeAll(async () => {
  server = await startDemoServer();
});
afterAll(() => server.close({ drainMs: 0 }));
const { signal } = new AbortController();

function talk(client: AgentClient) {
  const shown: string[] = [];
  const conversation = new Conversation(client, (text) => shown.push(text));
  return { conversation, seen: () => shown.splice(0).join("") };
}

describe("a conversation", () => {
  it.each(["1.0", "0.3", "0.2", "0.1"] as const)("works in %s: answers, questions, rejections", async (version) => {
    const { conversation, seen } = talk(await connect(server.url, { versions: [version] }));
    await conversation.say("chunks:3x0", signal);
    expect(seen()).toBe("#0#1#2\n");
    await conversation.say("ask:Which one?", signal);
    expect([seen(), conversation.isAsked]).toEqual(["Which one?\n", true]);
    await conversation.say("blue", signal);
    expect(seen()).toContain("answer: blue\n");
    expect(conversation.isAsked).toBe(false);
    await conversation.say("fail:no tide", signal);
    expect(seen()).toBe("no tide\n(failed)\n");
  });

  it("shows the same without streaming", async () => {
    const { conversation, seen } = talk(await connect(server.url, { bindings: ["JSONRPC"], pollIntervalMs: 10 }));
    await conversation.say("message:pong", signal);
    expect(seen()).toBe("pong\n");
    const client = await connect(server.url, { pollIntervalMs: 10 });
    Object.assign(client.card.capabilities, { streaming: false });
    const polled = talk(client);
    await polled.conversation.say("chunks:3x5", signal);
    expect(polled.seen()).toBe("#0#1#2\n");
    await polled.conversation.say("ask:Which one?", signal);
    await polled.conversation.say("blue", signal);
    expect(polled.seen()).toBe("Which one?\nanswer: blue\n");
  });

  it("strips control sequences", async () => {
    const { conversation, seen } = talk(await connect(server.url));
    await conversation.say("\u001b[2Jgone\u202e", signal);
    expect(seen()).toBe("\\u{1b}[2Jgone\\u{202e}\n");
    await conversation.say("fail:\u009b2K", signal);
    expect(seen()).toBe("\\u{9b}2K\n(failed)\n");
  });

  it("cancels a turn on the agent", async () => {
    const { conversation, seen } = talk(await connect(server.url));
    const turn = conversation.say("hang:60000", signal);
    while (conversation.isBusy) {
      await conversation.cancel();
      await new Promise(setImmediate);
    }
    await turn;
    expect(seen()).toMatch(/^\(canceled( here; the agent did not confirm)?\)\n$/);
  });
});
