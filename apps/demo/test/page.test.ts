import { connect } from "@a2a/client";
import { expect, it } from "vitest";
import { withAgents } from "../src/agents.ts";
import { servePage } from "../src/page.ts";

it("offers the agents in a page, with a button that kills the researcher and starts it again", async () => {
  await withAgents(async (agents) => {
    const page = await servePage(agents);
    const { origin, hash } = new URL(page.url);
    const headers = { Origin: origin, "Sec-Fetch-Site": "same-origin", "Content-Type": "application/json" };
    const post = (name: string, body: object, more: Record<string, string> = {}) =>
      fetch(`${origin}/api/${name}`, { method: "POST", headers: { ...headers, ...more }, body: JSON.stringify(body) });
    const session = await post("session", { token: hash.slice("#token=".length) });
    const state = (await session.json()) as { agents: { name: string }[]; actions: object[] };
    expect(state.agents.map(({ name }) => name)).toEqual(["researcher", "greeter", "translator", "tax"]);
    expect(state.actions).toEqual([{ name: "kill", label: "Kill the researcher" }]);

    const client = await connect(agents.researcher.url, { maxRetries: 200, retryDelayMs: 100, maxDelayMs: 100 });
    const cookie = session.headers.get("set-cookie")?.split(";", 1)[0] ?? "";
    let killed: Promise<Response> | undefined;
    let last = "";
    for await (const event of client.stream("tides")) {
      if ("artifactUpdate" in event) killed ??= post("action", { name: "kill" }, { Cookie: cookie });
      if ("statusUpdate" in event) last = event.statusUpdate.status.state;
    }
    expect((await killed)?.status).toBe(200);
    expect(last).toBe("TASK_STATE_COMPLETED");
    await page.close();
  });
});
