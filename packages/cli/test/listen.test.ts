import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "@a2a/client";
import { serve } from "@a2a/server/node";
import { createWebhookSigner } from "@a2a/server/webhook-signing";
import { createMessage, textOf } from "@a2a/types";
import { describe, expect, it } from "vitest";
import { Child } from "./child.ts";
import { runHere } from "./here.ts";

const update = (text: string) => ({
  statusUpdate: { taskId: "t-1", contextId: "c-1", status: { state: "TASK_STATE_WORKING", message: said(text) } },
});
const said = (text: string) => ({ messageId: "m-1", role: "ROLE_AGENT", parts: [{ text }] });

function post(url: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const typed = { "Content-Type": "application/json", ...headers };
  return fetch(url, { method: "POST", headers: typed, body: JSON.stringify(body) });
}

describe("a2a listen", () => {
  it("prints deliveries with the right token, rejects others, and exits with 0 on SIGINT", async () => {
    await using child = new Child(["listen", "--task-id", "t-1"]);
    const url = await child.address();
    const token = (await child.printed(/^Token: (\S{20,})$/m))[1] ?? "";
    const proof = { "X-A2A-Notification-Token": token, "X-A2A-Event-Id": "t-1/1" };
    expect((await post(url, update("forged"))).status).toBe(401);
    expect((await post(url, update("\u001b[2Jhalf way"), proof)).status).toBe(204);
    expect((await post(url, update("again"), proof)).status).toBe(204);
    const other = { kind: "task", id: "t-2", contextId: "c-1", status: { state: "working" } };
    expect((await post(url, other, { "X-A2A-Notification-Token": token })).status).toBe(404);
    expect((await post(url, { hello: "there" }, { "X-A2A-Notification-Token": token })).status).toBe(400);
    child.kill("SIGINT");
    const { code, out, err } = await child.ended();
    expect(code).toBe(0);
    expect(out).toMatch(/^Delivery: t-1\/1\nVersion: 1\.0\nSigned: no\n(.+\n)*State: TASK_STATE_WORKING$/m);
    expect(out).toContain("\\u{1b}[2Jhalf way");
    expect([out.includes("\u001b"), out.includes("again"), out.includes("forged")]).toEqual([false, false, false]);
    expect(err).toBe(
      [
        "Refused: 401 the token is missing or wrong",
        "Refused: 404 no one is waiting for events of this task",
        "Refused: 400 expected the payload of a push notification",
        "",
      ].join("\n"),
    );
  });

  it("A2ACLI_PUSH_002 verifies signed deliveries of a real agent, prints them as JSON lines, and forwards them unchanged", async () => {
    const folder = await mkdtemp(join(tmpdir(), "a2a-listen-"));
    const taken: { headers: IncomingHttpHeaders; body: string }[] = [];
    let refuse = true;
    const target = createServer((request, response) => {
      void (async () => {
        let body = "";
        for await (const chunk of request) body += String(chunk);
        if (!refuse) taken.push({ headers: request.headers, body });
        response.writeHead(refuse ? 503 : 200).end();
        refuse = false;
      })();
    });
    await new Promise<void>((resolve) => target.listen(0, "127.0.0.1", resolve));
    const signer = await createWebhookSigner({ issuer: "http://clerk.example" });
    await writeFile(join(folder, "keys.json"), JSON.stringify(signer.jwks));
    const agent = await serve({
      card: { name: "Clerk" },
      executor: async function* ({ message }) {
        yield textOf(message);
      },
      store: "memory",
      webhooks: { signer },
    });
    const forward = `http://127.0.0.1:${(target.address() as AddressInfo).port}/hook`;
    const args = [
      "listen",
      "-o",
      "json",
      "--jwks",
      "keys.json",
      "--issuer",
      "http://clerk.example",
      "--forward",
      forward,
    ];
    try {
      await using child = new Child(args, { cwd: folder });
      const url = (await child.printed(/^\{"listening":\{"url":"([^"]+)"\}\}\n/))[1] ?? "";
      expect((await post(url, update("forged"))).status).toBe(401);
      const client = await connect(agent.url);
      await client.send(createMessage("tides"), { configuration: { taskPushNotificationConfig: { url } } });
      await child.printed(/"TASK_STATE_COMPLETED"/);
      child.kill("SIGTERM");
      const { code, out, err } = await child.ended();
      expect(code).toBe(0);
      const lines = out.trim().split("\n").slice(1);
      const events = lines.map((line) => JSON.parse(line) as { id: string; signed: boolean; event: object });
      expect(events.every(({ signed }) => signed)).toBe(true);
      expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
      expect(events.some(({ event }) => "artifactUpdate" in event)).toBe(true);
      // The first was refused over there: the agent delivered it again.
      expect(err).toContain("it could not be forwarded");
      expect(taken).toHaveLength(events.length);
      expect(taken.every(({ headers }) => headers["a2a-notification-signature"] !== undefined)).toBe(true);
      expect(taken.map(({ body }) => JSON.parse(body) as object)).toEqual(events.map(({ event }) => event));
    } finally {
      await agent.close({ drainMs: 0 });
      target.close();
      target.closeAllConnections();
      await rm(folder, { recursive: true });
    }
  });

  it("explains invalid flags", async () => {
    const wrong = await Promise.all([
      runHere(["listen", "--jwks", "nowhere.json"]),
      runHere(["listen", "--forward", "elsewhere"]),
    ]);
    expect(wrong.map(({ code }) => code)).toEqual([2, 2]);
    expect(wrong.map(({ err }) => err)).toEqual([
      expect.stringContaining("--jwks nowhere.json: cannot read the file"),
      expect.stringContaining("--forward elsewhere: expected a URL such as http://127.0.0.1:3000/hook"),
    ]);
  });
});
