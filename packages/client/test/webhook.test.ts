import { createHash } from "node:crypto";
import type { JsonObject } from "@a2a/types";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { describe, expect, it } from "vitest";
import { type DeliveredEvent, type WebhookOptions, webhookHandler } from "../src/webhook.ts";
import { answer, servePeer } from "./support/peer.ts";

const url = "https://desk.example/hooks/a2a";
const event = { statusUpdate: { taskId: "t-1", contextId: "c-1", status: { state: "TASK_STATE_WORKING" } } };

/** A receiver and what it took. */
function receiver(options: Partial<WebhookOptions> = {}) {
  const taken: DeliveredEvent[] = [];
  const handle = webhookHandler({ token: "tok", onEvent: (delivered) => void taken.push(delivered), ...options });
  const post = (body: unknown, headers: Record<string, string> = {}) =>
    handle(
      new Request(url, {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-A2A-Notification-Token": "tok", ...headers },
        body: typeof body === "string" ? body : JSON.stringify(body),
      }),
    );
  return { taken, handle, post };
}

describe("a webhook", () => {
  it.each<[string, JsonObject, object]>([
    ["1.0", event, event],
    [
      "1.0",
      { artifactUpdate: { taskId: "t-1", contextId: "c-1", artifact: { artifactId: "a", parts: [{ text: "x" }] } } },
      { artifactUpdate: {} },
    ],
    [
      "0.3",
      { kind: "task", id: "t-1", contextId: "c-1", status: { state: "working" } },
      { task: { id: "t-1", status: { state: "TASK_STATE_WORKING" } } },
    ],
    [
      "0.3",
      { kind: "status-update", taskId: "t-1", contextId: "c-1", status: { state: "completed" }, final: true },
      { statusUpdate: { status: { state: "TASK_STATE_COMPLETED" } } },
    ],
    [
      "0.1",
      { id: "t-1", sessionId: "c-1", status: { state: "working" }, taskId: "t-1", eventType: "taskUpdate" },
      { task: { id: "t-1", contextId: "c-1" } },
    ],
    ["0.1", { id: "t-1", status: { state: "completed" } }, { task: { id: "t-1" } }],
  ])("R-89 accepts and acknowledges deliveries of an agent of %s", async (version, body, expected) => {
    const { post, taken } = receiver();
    expect((await post(body)).status).toBe(204);
    expect(taken).toMatchObject([{ version, taskId: "t-1", signed: false, event: expected }]);
  });

  it("R-92 rejects deliveries without the token before reading them", async () => {
    const { post, taken } = receiver();
    for (const token of ["", "other", "tok2", "to"])
      expect((await post(event, { "X-A2A-Notification-Token": token })).status).toBe(401);
    expect(taken).toEqual([]);
  });

  it("refuses requests that are not deliveries", async () => {
    const { post, handle } = receiver({ maxBytes: 1_000 });
    expect((await post("{nonsense")).status).toBe(400);
    expect((await post({ hello: 1 })).status).toBe(400);
    expect((await post({ statusUpdate: { taskId: "t-1" } })).status).toBe(400);
    expect((await post(`{"x":${"[".repeat(400)}${"]".repeat(400)}}`)).status).toBe(400);
    expect((await post("x".repeat(1_001))).status).toBe(413);
    expect((await handle(new Request(url, { method: "PUT", body: "{}" }))).status).toBe(405);
  });

  it("R-91 accepts events of expected tasks only", async () => {
    const { post, taken } = receiver({ expects: (taskId) => taskId === "t-1" });
    expect((await post(event)).status).toBe(204);
    expect((await post({ statusUpdate: { ...event.statusUpdate, taskId: "t-2" } })).status).toBe(404);
    expect(taken).toHaveLength(1);
  });

  it("R-90 handles a repeated delivery once, and retries one that failed", async () => {
    let failures = 1;
    const taken: string[] = [];
    const { post } = receiver({
      onEvent: ({ id }) => {
        if (failures-- > 0) throw new Error("database is down");
        taken.push(id ?? "");
      },
    });
    const headers = { "X-A2A-Event-Id": "t-1/4" };
    const failed = await post(event, headers);
    expect(failed.status).toBe(500);
    expect(await failed.text()).not.toContain("database");
    expect((await post(event, headers)).status).toBe(204);
    expect((await post(event, headers)).status).toBe(204);
    expect((await post(event, { "X-A2A-Event-Id": "t-1/5" })).status).toBe(204);
    expect(taken).toEqual(["t-1/4", "t-1/5"]);
  });

  it("R-90 handles a delivery once when it is repeated while being handled", async () => {
    let calls = 0;
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { post } = receiver({
      onEvent: async () => {
        calls++;
        await gate;
      },
    });
    const headers = { "X-A2A-Event-Id": "t-1/4" };
    const both = Promise.all([post(event, headers), post(event, headers)]);
    release();
    expect((await both).map(({ status }) => status)).toEqual([204, 204]);
    expect(calls).toBe(1);
  });

  it("evicts remembered deliveries by age and count", async () => {
    let now = 0;
    const { post, taken } = receiver({ now: () => now, replayWindowMs: 1_000, maxRemembered: 2 });
    const deliver = (n: number) => post(event, { "X-A2A-Event-Id": `t-1/${n}` });
    await deliver(1);
    now = 999;
    await deliver(1);
    expect(taken).toHaveLength(1);
    now = 1_001;
    await deliver(1);
    expect(taken).toHaveLength(2);
    for (const n of [2, 3, 1]) await deliver(n);
    expect(taken).toHaveLength(5);
  });

  it("echoes the validation token of 0.1 agents as plain text", async () => {
    const { handle } = receiver();
    const asked = await handle(new Request(`${url}?validationToken=abc-123`));
    expect([asked.status, await asked.text(), asked.headers.get("content-type")]).toEqual([
      200,
      "abc-123",
      "text/plain",
    ]);
    expect((await handle(new Request(`${url}?validationToken=${encodeURIComponent("a\nb")}`))).status).toBe(400);
    expect((await handle(new Request(url))).status).toBe(400);
  });

  it("must be given trusted keys", () => {
    expect(() => webhookHandler({ onEvent: () => {} })).toThrow("pass `token` or `signature`");
  });
});

describe("a signed delivery", () => {
  const issuer = "https://agent.example";

  async function agent(alg = "ES256") {
    const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
    const jwk = { ...(await exportJWK(publicKey)), kid: "k-1", alg, use: "sig" };
    const sign = (
      body: string,
      claims: JsonObject = {},
      { audience = "https://desk.example", at = Date.now(), kid = "k-1" } = {},
    ) =>
      new SignJWT({
        taskId: "t-1",
        seq: 4,
        request_body_sha256: createHash("sha256").update(body).digest("hex"),
        jti: "t-1/4",
        ...claims,
      })
        .setProtectedHeader({ alg, kid })
        .setIssuer(issuer)
        .setAudience(audience)
        .setIssuedAt(Math.floor(at / 1000))
        .setExpirationTime(Math.floor(at / 1000) + 300)
        .sign(privateKey);
    return { jwks: { keys: [jwk] }, sign };
  }
  const body = JSON.stringify(event);

  it("is accepted once", async () => {
    const { jwks, sign } = await agent();
    const { post, taken } = receiver({ signature: { jwks, issuer } });
    const headers = { "A2A-Notification-Signature": await sign(body) };
    expect((await post(body, headers)).status).toBe(204);
    expect((await post(body, headers)).status).toBe(204);
    expect(taken).toMatchObject([{ id: "t-1/4", signed: true, taskId: "t-1" }]);
  });

  it("R-92 is refused when anything about it is wrong", async () => {
    const { jwks, sign } = await agent();
    const stranger = await agent();
    const { post, taken } = receiver({ signature: { jwks, issuer } });
    const other = JSON.stringify({ statusUpdate: { ...event.statusUpdate, taskId: "t-2" } });
    const signatures: [string, string, string?][] = [
      ["none", ""],
      ["nonsense", "a.b.c"],
      ["of another body", await sign(other)],
      ["for another receiver", await sign(body, {}, { audience: "https://other.example" })],
      ["too old", await sign(body, {}, { at: Date.now() - 400_000 })],
      ["from the future", await sign(body, {}, { at: Date.now() + 400_000 })],
      ["of a stranger", await stranger.sign(body)],
      ["for another delivery", await sign(body, { jti: "t-1/5" })],
      ["for another task", await sign(body, { taskId: "t-9", jti: "t-9/4" })],
    ];
    for (const [name, signature] of signatures) {
      const refused = await post(body, signature === "" ? {} : { "A2A-Notification-Signature": signature });
      expect([name, refused.status]).toEqual([name, 401]);
    }
    const { post: elsewhere } = receiver({ signature: { jwks, issuer: "https://other.example" } });
    expect((await elsewhere(body, { "A2A-Notification-Signature": await sign(body) })).status).toBe(401);
    expect(taken).toEqual([]);
  });

  it("is verified for the registered webhook URL, whatever a proxy rewrites", async () => {
    const { jwks, sign } = await agent("EdDSA");
    const { post } = receiver({ signature: { jwks }, url: "https://public.example/hooks" });
    const signature = await sign(body, {}, { audience: "https://public.example" });
    expect((await post(body, { "A2A-Notification-Signature": signature })).status).toBe(204);
  });

  it("is verified with keys that are fetched on demand, and again for an unknown key id", async () => {
    const first = await agent();
    const second = await agent();
    let keys: object[] = first.jwks.keys;
    await using peer = await servePeer((_, response) => answer(response, { keys }));
    const { post } = receiver({ signature: { jwksUrl: `${peer.url}/.well-known/jwks.json` } });
    expect((await post(body, { "A2A-Notification-Signature": await first.sign(body) })).status).toBe(204);
    expect(
      (await post(body, { "A2A-Notification-Signature": await first.sign(body, { seq: 5, jti: "t-1/5" }) })).status,
    ).toBe(204);
    expect(peer.received).toHaveLength(1);
    keys = second.jwks.keys;
    const unknown = await second.sign(body, { seq: 6, jti: "t-1/6" }, { kid: "k-2" });
    // The keys were read a moment ago: whoever makes up key ids cannot make us ask all the time.
    expect((await post(body, { "A2A-Notification-Signature": unknown })).status).toBe(401);
    expect(peer.received).toHaveLength(1);
  });

  it("of 0.1 uses the caller's task id, and its signature the agent's", async () => {
    const { jwks, sign } = await agent();
    const { post, taken } = receiver({ signature: { jwks } });
    const older = JSON.stringify({
      id: "job-1",
      status: { state: "working" },
      taskId: "job-1",
      eventType: "taskUpdate",
    });
    expect((await post(older, { "A2A-Notification-Signature": await sign(older) })).status).toBe(204);
    expect(taken).toMatchObject([{ taskId: "job-1", id: "t-1/4" }]);
  });
});
