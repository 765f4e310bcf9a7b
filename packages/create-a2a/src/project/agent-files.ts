import type { Project } from "./options.ts";

const PROVIDERS = {
  anthropic: { package: "@ai-sdk/anthropic", key: "ANTHROPIC_API_KEY", model: "claude-sonnet-4-5" },
  openai: { package: "@ai-sdk/openai", key: "OPENAI_API_KEY", model: "gpt-5" },
} as const;

/** The provider of a project's model. */
export function providerOf({ model }: Project) {
  return model === "none" ? undefined : PROVIDERS[model];
}

/** The sources of the agent and their test. */
export function agentFiles(project: Project): Record<string, string> {
  const isModel = project.model !== "none";
  return {
    "src/agent.ts": isModel ? modelAgent(project) : plainAgent(project),
    ...(isModel && { "src/model.ts": model(project) }),
    "src/main.ts": main(project),
    "test/agent.test.ts": isModel ? modelTest : plainTest,
  };
}

function plainAgent({ name }: Project): string {
  return `import { type AgentExecutor, ask, save, textOf } from "@a2a/server";

export const card = {
  name: ${JSON.stringify(name)},
  description: "Greets anyone you name.",
  skills: [{ id: "greet", name: "Greet", description: "Greets someone.", examples: ["Good morning"] }],
};

/** Called once for every message. The values that it yields are the answer. */
export const executor: AgentExecutor = async function* ({ message, checkpoint }) {
  if (checkpoint === undefined) {
    yield save(textOf(message)); // kept for the next turn, even across restarts
    return yield ask("Whom should I greet?");
  }
  yield \`\${checkpoint}, \${textOf(message)}!\`;
};
`;
}

function modelAgent({ name }: Project): string {
  return `import { fromAiAgent } from "@a2a/tool-wrapper/from";
import { ToolLoopAgent, tool } from "ai";
import * as z from "zod";
import { model } from "./model.ts";

const assistant = new ToolLoopAgent({
  model,
  instructions: "You are a helpful assistant. Answer briefly.",
  tools: {
    time: tool({
      description: "Tells the time.",
      inputSchema: z.object({}),
      execute: async () => new Date().toISOString(),
    }),
  },
});

/** The card and the executor: text is streamed, and the model reads the conversation so far. */
export const { card, executor } = fromAiAgent(assistant, {
  name: ${JSON.stringify(name)},
  description: "Answers questions.",
});
`;
}

function model(project: Project): string {
  const provider = providerOf(project) ?? PROVIDERS.anthropic;
  const create = project.model;
  return `import { ${create} } from "${provider.package}";
import type { LanguageModel } from "ai";
import { MockLanguageModelV4, simulateReadableStream } from "ai/test";

/** The model of the provider if there is a key, else one that always says the same. */
export const model: LanguageModel = process.env.${provider.key}
  ? ${create}(process.env.MODEL ?? "${provider.model}")
  : scriptedModel("I am a scripted model: set ${provider.key} to talk to a real one.");

function scriptedModel(text: string): LanguageModel {
  const usage = {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  };
  const finishReason = { unified: "stop" as const, raw: undefined };
  const deltas = text.split(/(?<= )/).map((delta) => ({ type: "text-delta" as const, id: "1", delta }));
  return new MockLanguageModelV4({
    doStream: async () => ({
      stream: simulateReadableStream({
        chunks: [
          { type: "stream-start", warnings: [] },
          { type: "text-start", id: "1" },
          ...deltas,
          { type: "text-end", id: "1" },
          { type: "finish", finishReason, usage },
        ],
      }),
    }),
  });
}
`;
}

function main({ store }: Project): string {
  const kept = {
    sqlite: "",
    memory: '\n  store: "memory",',
    postgres: '\n  store: process.env.A2A_STORE ?? "memory", // postgres://user:password@host:5432/name in production',
  };
  return `import { bearer } from "@a2a/server";
import { serve } from "@a2a/server/node";
import { card, executor } from "./agent.ts";

const { HOST = "127.0.0.1", PORT = "4000", TOKEN, PUBLIC_URL } = process.env;

const agent = await serve({
  card,
  executor,${kept[store]}
  host: HOST,
  port: Number(PORT),
  ...(TOKEN !== undefined && { auth: [bearer({ tokens: { [TOKEN]: "caller" } })] }), // required on public addresses
  ...(PUBLIC_URL !== undefined && { publicUrl: PUBLIC_URL }),
});
console.log(\`\${card.name} is at \${agent.url}\`);

for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void agent.close());
`;
}

const plainTest = `import assert from "node:assert/strict";
import { test } from "node:test";
import { connect } from "@a2a/client";
import { serve } from "@a2a/server/node";
import { createMessage, extractQuestion, extractText, protocolVersions } from "@a2a/types";
import { card, executor } from "../src/agent.ts";

for (const version of protocolVersions) {
  test(\`asks, and greets, over protocol version \${version}\`, async () => {
    const agent = await serve({ card, executor, store: "memory" });
    const client = await connect(agent.url, { versions: [version] });
    const asked = await client.sendAndObserve("Good morning");
    assert.equal(asked.status, "input-required");
    assert.ok(asked.task);
    assert.equal(extractQuestion(asked.task), "Whom should I greet?");
    const { status, task } = await client.sendAndObserve(createMessage("world", { taskId: asked.task.id }));
    assert.equal(status, "completed");
    assert.equal(task && extractText(task), "Good morning, world!");
    await client.close();
    await agent.close();
  });
}
`;

const modelTest = `import assert from "node:assert/strict";
import { test } from "node:test";
import { connect } from "@a2a/client";
import { serve } from "@a2a/server/node";
import { extractText, protocolVersions } from "@a2a/types";
import { card, executor } from "../src/agent.ts";

for (const version of protocolVersions) {
  test(\`answers over protocol version \${version}\`, async () => {
    const agent = await serve({ card, executor, store: "memory" });
    const client = await connect(agent.url, { versions: [version] });
    const { status, task } = await client.sendAndObserve("Who are you?");
    assert.equal(status, "completed");
    assert.notEqual(task && extractText(task), "");
    await client.close();
    await agent.close();
  });
}
`;
