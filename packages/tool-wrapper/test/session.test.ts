import { A2ASession, CapabilitySet } from "@a2a/client/directory";
import { PermissionError } from "@a2a/types";
import { expect, it } from "vitest";
import { sessionTools } from "../src/cortex.ts";
import { running } from "./support/agents.ts";

it("S1-22 discovers its agents on open, offers them as tools, and closes everything at the end", async () => {
  await using tax = await running();
  await using other = await running();
  const session = await A2ASession.open({
    agents: [
      { name: "tax", url: tax.agent.url },
      { name: "secret", url: other.agent.url },
    ],
    capabilities: new CapabilitySet().grant("a2a:tax", "delegate"),
    memory: new Map(),
  });
  expect([...session.agents.keys()]).toEqual(["tax"]);
  const tools = await sessionTools(session);
  expect(tools).toMatchObject([{ name: "tax", title: "Tax Office" }]);
  expect(await tools[0]?.run({ message: "hello" })).toMatchObject({ status: "completed", text: "hello" });
  await expect(session.manager.client("secret")).rejects.toThrow(PermissionError);
  await session.close();
  expect(await tools[0]?.run({ message: "hello" })).toMatchObject({ status: "failed", error: { code: "CLOSED" } });
});
