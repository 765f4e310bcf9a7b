import { grpc } from "@a2a/grpc/client";
import { listenGrpc } from "@a2a/grpc/server";
import { serveInspector } from "@a2a/inspector";
import { bearer } from "@a2a/server";
import type { Browser } from "playwright-core";
import { openPage, say, startBrowser } from "test-kit/browser";
import { afterAll, beforeAll, expect, it } from "vitest";
import { serveTestAgent } from "./support/agent.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(async () => {
  await browser?.close();
});

it.each(["1.0", "0.3"] as const)(
  "shows the messages of gRPC in %s decoded, with their sizes on the wire",
  async (version) => {
    const verify = (token: string) => (token === "secret-token" ? { subject: "ada" } : undefined);
    await using agent = await serveTestAgent({ grpc: { listen: listenGrpc }, auth: [bearer({ verify })] });
    await using inspector = await serveInspector({
      agents: [{ name: "agent", url: agent.url, headers: { Authorization: "Bearer secret-token" } }],
      agent: "agent",
      findBinding: async () => grpc,
    });
    const { page, context, problems } = await openPage(browser, inspector.url);
    await page.getByRole("button", { name: "Send" }).waitFor();
    await page.getByLabel("Protocol version").selectOption(version);
    await page.getByLabel("Binding").selectOption("GRPC");
    await page.getByText(`${version} · GRPC`).waitFor();

    await say(page, "good morning");
    await page.getByLabel("Chat").getByText("completed").waitFor();
    const sent = page.getByRole("listbox", { name: "Requests" }).getByRole("option");
    await sent.filter({ hasText: /^OK.*SendStreamingMessage.* B/ }).waitFor();
    const response = page.getByLabel("Response", { exact: true });
    await response.getByText("gRPC OK").waitFor();
    expect(await response.locator(".error").count()).toBe(0);
    // A message of the stream: its JSON is longer than its bytes.
    await response.getByText("artifactUpdate · echo").click();
    await response.getByText('"good morning"').first().waitFor();
    await page.getByRole("button", { name: "Request", exact: true }).click();
    const request = page.getByLabel("Request", { exact: true });
    await request.getByText('"good morning"').first().waitFor();
    const text = await page.getByLabel("Wire", { exact: true }).textContent();
    expect(text).toContain(`A2AService/SendStreamingMessage`);
    expect(text).not.toContain("secret-token");
    expect(problems).toEqual([]);
    await context.close();
  },
);

it("shows the status of a call over gRPC that failed", async () => {
  await using agent = await serveTestAgent({ grpc: { listen: listenGrpc } });
  await using inspector = await serveInspector({
    agents: [{ name: "agent", url: agent.url }],
    agent: "agent",
    findBinding: async () => grpc,
  });
  const { page, context } = await openPage(browser, inspector.url);
  await page.getByRole("button", { name: "Send" }).waitFor();
  await page.getByLabel("Binding").selectOption("GRPC");
  await page.getByText("1.0 · GRPC").waitFor();
  await page.getByRole("button", { name: "Tasks" }).click();
  await page.getByLabel("Task id").fill("none");
  await page.getByRole("button", { name: "Open" }).click();
  const sent = page.getByRole("listbox", { name: "Requests" }).getByRole("option");
  await sent.filter({ hasText: /^NOT_FOUND.*GetTask/ }).waitFor();
  await context.close();
});
