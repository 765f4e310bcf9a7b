import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DemoAgents, startAgents } from "../src/agents.ts";
import { chooseModel } from "../src/model/choose-model.ts";
import { coordinateByModel } from "../src/scenes.ts";
import { Tally } from "../src/tally.ts";
import { type Asked, readAll, serveProvider } from "./provider.ts";

const KEY = "sk-demo-0f1e2d3c4b5a";
const goals = [
  ["translator", "High water, low water"],
  ["tax", "tax on 50000"],
  ["archivist", "tides of 1999"],
] as const;

// They keep nothing that one test could see of another.
let agents: DemoAgents;
beforeAll(async () => {
  agents = await startAgents();
});
afterAll(() => agents[Symbol.asyncDispose]());

async function play(env: Record<string, string>): Promise<{ lines: string[]; table: string }> {
  const model = chooseModel(env);
  if (!model) throw new Error("there is a key");
  const lines: string[] = [];
  const tally = new Tally();
  const stage = {
    scene: (title: string) => lines.push(`# ${title}`),
    say: (who: string, text: string) => lines.push(`${who}: ${text}`),
    ask: (_: string, answer: string) => Promise.resolve(answer),
    progress: () => undefined,
  };
  await coordinateByModel(model, agents, stage, tally);
  return { lines, table: tally.lines().join("\n") };
}

const told = [
  "coordinator: delegates to translator",
  "translator: haute eau, basse eau",
  "coordinator: delegates to tax",
  "tax: asks: What is the filing status: single or married?",
  "user: married",
  "tax: On 50000, filing married: 11000 is due.",
  "coordinator: delegates to archivist",
  'gate: failed: not allowed: delegate on a2a:archivist; grant("a2a:archivist", "delegate") allows it',
  "coordinator: Done, apart from the archive.",
];

describe("a coordinator that is led by a model", () => {
  it("of Anthropic delegates, passes questions to the user, and reads what came of it", async () => {
    const calls = goals.map(([name, message], n) => ({ type: "tool_use", id: `toolu_${n}`, name, input: { message } }));
    await using provider = await serveProvider(
      () => ({ body: { role: "assistant", content: [{ type: "text", text: "I begin." }, ...calls.slice(0, 2)] } }),
      () => ({ body: { role: "assistant", content: calls.slice(2), stop_reason: "tool_use" } }),
      () => ({ body: { role: "assistant", content: [{ type: "text", text: "Done, apart from the archive." }] } }),
    );
    const { lines, table } = await play({
      ANTHROPIC_API_KEY: KEY,
      ANTHROPIC_BASE_URL: provider.url,
      DEMO_MODEL: "m-1",
    });
    expect(lines).toEqual(["# A coordinator with agents as tools, led by m-1 of Anthropic", ...told]);
    expect(table).toMatch(/archivist .*1$/m);
    const [first, second, third] = provider.asked as [Asked, Asked, Asked];
    expect(first).toMatchObject({
      path: "/v1/messages",
      headers: { "x-api-key": KEY, "anthropic-version": "2023-06-01" },
      body: { model: "m-1", tools: goals.map(([name]) => ({ name, input_schema: { type: "object" } })) },
    });
    expect(second.body.messages).toMatchObject([
      { role: "user" },
      { role: "assistant", content: [{ text: "I begin." }, { id: "toolu_0" }, { id: "toolu_1" }] },
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: "toolu_0", content: "[COMPLETED] haute eau, basse eau", is_error: false },
          { type: "tool_result", tool_use_id: "toolu_1", is_error: false },
        ],
      },
    ]);
    expect(third.body.messages).toMatchObject({ 4: { content: [{ tool_use_id: "toolu_2", is_error: true }] } });
  });

  it("of OpenAI does the same", async () => {
    const calls = goals.map(([name, message], n) => ({
      type: "function",
      id: `call_${n}`,
      function: { name, arguments: JSON.stringify({ message, taskId: null }) },
    }));
    const choice = (message: object) => ({
      body: { choices: [{ index: 0, message: { role: "assistant", ...message } }] },
    });
    await using provider = await serveProvider(
      () => choice({ content: null, tool_calls: calls }),
      () => choice({ content: "Done, apart from the archive." }),
    );
    const { lines } = await play({ OPENAI_API_KEY: KEY, OPENAI_BASE_URL: `${provider.url}/v1`, DEMO_MODEL: "m-2" });
    expect(lines).toEqual(["# A coordinator with agents as tools, led by m-2 of OpenAI", ...told]);
    const [first, second] = provider.asked as [Asked, Asked];
    expect(first).toMatchObject({ path: "/v1/chat/completions", headers: { authorization: `Bearer ${KEY}` } });
    expect(second.body.messages).toMatchObject([
      { role: "user" },
      { role: "assistant", tool_calls: [{ id: "call_0" }, { id: "call_1" }, { id: "call_2" }] },
      { role: "tool", tool_call_id: "call_0", content: "[COMPLETED] haute eau, basse eau" },
      { role: "tool", tool_call_id: "call_1" },
      { role: "tool", tool_call_id: "call_2" },
    ]);
  });

  it("that never ends is stopped", async () => {
    const call = { type: "tool_use", id: "toolu_1", name: "translator", input: { message: "again" } };
    await using provider = await serveProvider(
      ...Array.from({ length: 20 }, () => () => ({ body: { content: [call] } })),
    );
    await expect(play({ ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL: provider.url })).rejects.toThrow(
      "did not come to an end",
    );
    expect(provider.asked).toHaveLength(8);
  });

  it("is chosen by the key that is set, and by none it is not", () => {
    expect(chooseModel({})).toBeUndefined();
    expect(chooseModel({ ANTHROPIC_API_KEY: "", OPENAI_API_KEY: "" })).toBeUndefined();
    expect(chooseModel({ OPENAI_API_KEY: KEY })?.name).toMatch(/of OpenAI$/);
    expect(chooseModel({ ANTHROPIC_API_KEY: KEY, OPENAI_API_KEY: KEY })?.name).toMatch(/of Anthropic$/);
  });
});

it("the demo ends with a clear sentence when the provider refuses, and prints the key nowhere", async () => {
  await using provider = await serveProvider(() => ({
    status: 401,
    body: { error: { message: `wrong key: ${KEY}` } },
  }));
  const main = fileURLToPath(new URL("../src/main.ts", import.meta.url));
  const child = spawn(process.execPath, ["--conditions=@a2a/source", main, "--yes"], {
    env: { ...process.env, ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL: provider.url },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const exited = once(child, "exit");
  const [stdout, stderr] = await Promise.all([readAll(child.stdout), readAll(child.stderr)]);
  expect(await exited).toEqual([1, null]);
  expect(stderr.trim().split("\n").at(-1)).toBe(
    "Anthropic answered 401. Unset the key to run the scripted coordinator.",
  );
  expect(stdout + stderr).not.toContain(KEY);
});
