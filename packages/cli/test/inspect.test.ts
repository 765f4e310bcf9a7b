import { describe, expect, it } from "vitest";
import { Child } from "./child.ts";
import { runHere } from "./here.ts";

describe("a2a inspect", () => {
  it("prints a link that opens a session with the agent named, and exits with 0 on SIGTERM", async () => {
    await using child = new Child(["inspect", "http://127.0.0.1:9", "--bearer", "top-secret"]);
    const { origin, hash } = new URL(await child.address());
    const session = await fetch(`${origin}/api/session`, {
      method: "POST",
      headers: { Origin: origin, "Sec-Fetch-Site": "same-origin", "Content-Type": "application/json" },
      body: JSON.stringify({ token: new URLSearchParams(hash.slice(1)).get("token") }),
    });
    const state = await session.text();
    expect(JSON.parse(state)).toMatchObject({ agent: "http://127.0.0.1:9", anyAddress: true, conformance: true });
    expect(state).not.toContain("top-secret");
    expect((await fetch(`${origin}/api/state`)).status).toBe(403);
    child.kill("SIGTERM");
    expect(await child.ended()).toMatchObject({ code: 0, err: "" });
  });

  it("refuses a card file, a port out of range, and an unknown value of --inspector", async () => {
    const file = await runHere(["inspect", "./card.json"]);
    expect([file.code, file.err]).toEqual([2, expect.stringContaining("expected the URL of a running agent")]);
    expect((await runHere(["inspect", "--port", "70000"])).err).toContain("--port 70000: expected a number");
    const served = await runHere(["demo-server", "--inspector", "maybe"]);
    expect(served.err).toContain("--inspector maybe: expected on or off");
  });
});
