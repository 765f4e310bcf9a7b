import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type AgentClient, connect, type FollowedEvent } from "@a2a/client";
import { extractText, foldEvents, type Task } from "@a2a/types";
import { afterAll, expect, it } from "vitest";
import { ServerProcess } from "./support/child-process.ts";
import { Steps, serveAgent, startGateway, until } from "./support/setup.ts";

const folder = mkdtempSync(join(tmpdir(), "a2a-gateway-"));
const started: ServerProcess[] = [];
afterAll(() => Promise.all(started.map((server) => server.kill())));

/** The texts of the chunks that a stream has shown, in order. */
function chunks(events: readonly FollowedEvent[]): string[] {
  return events.flatMap((event) =>
    "artifactUpdate" in event
      ? event.artifactUpdate.artifact.parts.map((part) => ("text" in part ? part.text : ""))
      : [],
  );
}

/** Follows a stream of ten chunks; what happens after the third is up to the test. */
async function follow(client: AgentClient, steps: Steps, disturb: () => Promise<void>): Promise<FollowedEvent[]> {
  const events: FollowedEvent[] = [];
  steps.take(3);
  let isDisturbed = false;
  for await (const event of client.stream("chunks:10")) {
    events.push(event);
    if (chunks(events).length < 3 || isDisturbed) continue;
    isDisturbed = true;
    void disturb().then(() => steps.take(7));
  }
  return events;
}

const TEN = Array.from({ length: 10 }, (_, index) => `#${index}`);

/** Checks that a stream has shown everything once. */
async function expectWhole(client: AgentClient, events: readonly FollowedEvent[]): Promise<void> {
  expect(events.filter((event) => "gap" in event)).toEqual([]);
  expect(chunks(events)).toEqual(TEN);
  const task = foldEvents(events as Exclude<FollowedEvent, { gap: unknown }>[]) as Task; // without gaps
  expect(task.status.state).toBe("TASK_STATE_COMPLETED");
  expect(extractText(await client.getTask(task.id))).toBe(TEN.join("\n"));
}

const PATIENT = { retryDelayMs: 50, maxRetries: 50, memory: new Map<string, string>() };

it("a stream of an agent of 0.1 goes on when the gateway is killed and started again: nothing lost, nothing doubled", async () => {
  const steps = new Steps();
  await using agent = await serveAgent({ versions: ["0.1"] }, steps);
  const options = { store: `sqlite:${join(folder, "killed.db")}`, agents: { tax: { url: agent.url } } };
  const gateway = await ServerProcess.start("gateway-child.ts", options);
  started.push(gateway);
  const client = await connect(`${gateway.url}/agents/tax`, PATIENT);
  const events = await follow(client, steps, async () => {
    await gateway.kill();
    started.push(await ServerProcess.start("gateway-child.ts", { ...options, port: gateway.port }));
  });
  await expectWhole(client, events);
});

it.each(["1.0", "0.3", "0.2"] as const)(
  "a stream of an agent of %s goes on when the gateway breaks all connections and another takes its place",
  async (version) => {
    const steps = new Steps();
    await using agent = await serveAgent({ versions: [version] }, steps);
    const options = { store: `sqlite:${join(folder, `${version}.db`)}`, agents: { tax: { url: agent.url } } };
    let gateway = await startGateway(options);
    const port = Number(new URL(gateway.url).port);
    const client = await connect(`${gateway.url}/agents/tax`, PATIENT);
    const events = await follow(client, steps, async () => {
      gateway.server.closeAllConnections();
      await gateway.close({ drainMs: 0 });
      gateway = await startGateway({ ...options, port });
    });
    await expectWhole(client, events);
    await gateway.close();
  },
);

/** Follows a stream by plain fetch: whatever arrives has come over one connection of the caller. */
async function followOnce(url: string, ask: string, onText: (text: string) => void): Promise<FollowedEvent[]> {
  const response = await fetch(`${url}/a2a/message:stream`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "A2A-Version": "1.0" },
    body: JSON.stringify({ message: { messageId: "m-1", role: "ROLE_USER", parts: [{ text: ask }] } }),
  });
  let text = "";
  for await (const chunk of response.body ?? []) {
    text += new TextDecoder().decode(chunk as Uint8Array);
    onText(text);
  }
  return text
    .split("\n")
    .flatMap((line) => (line.startsWith("data:") ? [JSON.parse(line.slice(5)) as FollowedEvent] : []));
}

it("streams go on when the agent is killed and started again: nothing lost, nothing doubled", async () => {
  const options = { store: `sqlite:${join(folder, "killed-agent.db")}` };
  const agent = await ServerProcess.start("agent-child.ts", options);
  started.push(agent);
  await using gateway = await startGateway({ agents: { tax: { url: agent.url } } });
  const url = `${gateway.url}/agents/tax`;
  // Two callers have seen three chunks each when it is killed: one that could resume by itself, and one that could not.
  const [oneSaw, otherSaw] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const client = await connect(url, { ...PATIENT, versions: ["0.3"] });
  const one = (async () => {
    const events: FollowedEvent[] = [];
    for await (const event of client.stream("go")) {
      events.push(event);
      if (chunks(events).length === 3) oneSaw.resolve();
    }
    return events;
  })();
  const other = followOnce(url, "go", (text) => text.includes("#2") && otherSaw.resolve());
  await Promise.all([oneSaw.promise, otherSaw.promise]);
  await agent.kill();
  started.push(await ServerProcess.start("agent-child.ts", { ...options, port: agent.port }));
  await expectWhole(client, await one);
  expect(chunks(await other)).toEqual(TEN);
  expect((await other).at(-1)).toMatchObject({ statusUpdate: { status: { state: "TASK_STATE_COMPLETED" } } });
});

it("a stream goes on when the agent is restarted, for a caller that cannot resume", async () => {
  const store = `sqlite:${join(folder, "agent.db")}`;
  let agent = await serveAgent({ store, turns: { recovery: "retry" } }, new Steps());
  const port = Number(new URL(agent.url).port);
  await using gateway = await startGateway({ agents: { tax: { url: agent.url } } });
  let restarted: Promise<void> | undefined;
  const restart = async () => {
    agent.server.closeAllConnections();
    await agent.close({ drainMs: 0 });
    const steps = new Steps();
    steps.take(4);
    agent = await serveAgent({ store, port, turns: { recovery: "retry" } }, steps);
  };
  const events = await followOnce(`${gateway.url}/agents/tax`, "chunks:4", (text) => {
    if (text.includes("TASK_STATE_WORKING")) restarted ??= restart();
  });
  await restarted;
  expect(chunks(events)).toEqual(["#0", "#1", "#2", "#3"]);
  expect(events.at(-1)).toMatchObject({ statusUpdate: { status: { state: "TASK_STATE_COMPLETED" } } });
  await agent.close({ drainMs: 0 });
});

it("finds tasks again after a restart, by the caller's own id too", async () => {
  await using agent = await serveAgent();
  const store = `sqlite:${join(folder, "tasks.db")}`;
  const agents = { tax: { url: agent.url } };
  const first = await startGateway({ store, agents });
  const callers = (url: string) =>
    Promise.all((["1.0", "0.1"] as const).map((version) => connect(url, { versions: [version], memory: new Map() })));
  const ids = await Promise.all(
    (await callers(`${first.url}/agents/tax`)).map(async (client) => {
      const answer = await client.send("hello");
      return "task" in answer ? answer.task.id : "";
    }),
  );
  await first.close();
  await using second = await startGateway({ store, agents });
  for (const [index, client] of (await callers(`${second.url}/agents/tax`)).entries()) {
    expect(extractText(await client.getTask(ids[index] ?? ""))).toBe("echo hello");
  }
  await until(() => second.gateway.health().agents.tax?.isKnown === true);
});
