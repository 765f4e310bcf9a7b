import { type AgentExecutor, status, textOf } from "@a2a/types";
import { describe, expect, it } from "vitest";
import { errorOf, resultOf, rpc, say, serveAgent, taskOf } from "./support/agent.ts";
import { openFaulty } from "./support/faulty-store.ts";
import { gate } from "./support/scripted.ts";

describe.each(["memory", "SQLite"] as const)("a storage outage under load (%s)", (kind) => {
  it("leaves every acknowledged task terminal or running, and refuses messages meanwhile", async () => {
    await using faulty = openFaulty(kind);
    const gates = { during: gate(), after: gate() };
    const executor: AgentExecutor = async function* ({ message }) {
      yield status("TASK_STATE_WORKING");
      const when = textOf(message) as keyof typeof gates;
      await gates[when].opened;
      yield "done";
    };
    await using server = await serveAgent(executor, { engine: faulty.engine });
    const begin = async (when: string) =>
      taskOf(await rpc(server, "SendMessage", say(when, {}, { returnImmediately: true }))).id;
    const stateOf = async (id: string) => resultOf(await rpc(server, "GetTask", { id })).status;
    const ids = { during: await all(8, () => begin("during")), after: await all(8, () => begin("after")) };
    for (const id of [...ids.during, ...ids.after]) {
      await expect.poll(() => stateOf(id)).toMatchObject({ state: "TASK_STATE_WORKING" });
    }

    faulty.fail();
    gates.during.open();
    const refused = await all(8, () => rpc(server, "SendMessage", say("during")));
    for (const answer of refused) expect([answer.status, errorOf(answer).code]).toEqual([503, -32603]);
    faulty.repair();

    for (const id of ids.during)
      await expect.poll(() => stateOf(id)).toMatchObject({ state: expect.stringMatching(/FAILED|COMPLETED/) });
    for (const id of ids.after) expect(await stateOf(id)).toMatchObject({ state: "TASK_STATE_WORKING" });
    gates.after.open();
    for (const id of ids.after) await expect.poll(() => stateOf(id)).toMatchObject({ state: "TASK_STATE_COMPLETED" });
    expect(resultOf(await rpc(server, "ListTasks", {}))).toMatchObject({ totalSize: 16 });
  });
});

function all<T>(count: number, make: () => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, make));
}
