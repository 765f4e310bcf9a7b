import { expect, it } from "vitest";
import { createA2AToolWrapper } from "../src/cortex.ts";
import { running } from "./support/agents.ts";

it("S4-28 names its tool after the agent, with two parameters and one capability", () => {
  const tool = createA2AToolWrapper({ name: "partner-bot", endpoint: "http://127.0.0.1:9" });
  expect(tool.definition).toMatchObject({
    name: "a2a_partner_bot",
    capabilities: ["network:fetch"],
    parameters: { properties: { message: { type: "string" }, contextId: { type: "string" } }, required: ["message"] },
  });
});

it("S4-29 reads the card once, and again after an error", async () => {
  await using peer = await running();
  let cards = 0;
  peer.agent.server.on("request", ({ url = "" }) => {
    if (url.includes("/.well-known/")) cards++;
  });
  const tool = createA2AToolWrapper({ name: "tax", endpoint: peer.agent.url });
  expect(await tool.execute({ message: "one" })).toMatchObject({ success: true, output: "one" });
  expect(await tool.execute({ message: "two" })).toMatchObject({ success: true });
  expect(cards).toBe(1);
  expect(await tool.execute({ message: "fail:no" })).toMatchObject({ success: false });
  expect(await tool.execute({ message: "three" })).toMatchObject({ success: true });
  expect(cards).toBe(2);
});

it("S4-30 reports every failure as a retryable A2A_ERROR", async () => {
  await using peer = await running();
  const tool = createA2AToolWrapper({ name: "tax", endpoint: peer.agent.url });
  expect(await tool.execute({ message: "fail:no data" })).toEqual({
    success: false,
    error: { code: "A2A_ERROR", message: "no data", retryable: true },
  });
  const nobody = createA2AToolWrapper({ name: "nobody", endpoint: "http://127.0.0.1:9" });
  expect(await nobody.execute({ message: "hi" })).toMatchObject({
    success: false,
    error: { code: "A2A_ERROR", retryable: true },
  });
});
