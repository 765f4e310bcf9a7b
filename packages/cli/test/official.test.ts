import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Served, serveOfficial0_3, serveOfficial1_0 } from "./official-servers.ts";
import { a2a, field, jsonLines } from "./support/a2a.ts";

describe.concurrent.each([
  ["0.3", serveOfficial0_3],
  ["1.0", serveOfficial1_0],
] as const)("the official SDK's server of %s", (version, serveOfficial) => {
  let agent: Served;
  beforeAll(async () => {
    agent = await serveOfficial();
  });
  afterAll(() => agent[Symbol.asyncDispose]());
  const a2aTo = (...args: string[]) => a2a([...args, "-a", agent.url, "--a2a-version", version]);

  it("A2ACLI_CARD_GET_001 A2ACLI_CARD_GET_002 shows and validates its card", async () => {
    const { code, out } = await a2a(["card", "get", agent.url, "--validate"]);
    expect([code, field(out, "Name")]).toEqual([0, "Lighthouse"]);
    expect(out).toMatch(new RegExp(`^Interface: ${version.replace(".", "\\.")}\\S* over HTTP\\+JSON at `, "m"));
  });

  it.each(["JSONRPC", "HTTP+JSON"])(
    "A2ACLI_SEND_001 A2ACLI_TASK_GET_001 A2ACLI_TX_004 sends and reads over %s",
    async (transport) => {
      const sent = await a2aTo("send", "--transport", transport, "ahoy");
      expect([sent.code, sent.err]).toEqual([0, ""]);
      expect(sent.out).toMatch(
        /^Task: \S+\nContext: \S+\nState: TASK_STATE_COMPLETED\nArtifact: echo\nText:\n {2}ahoy\n\n/,
      );
      const read = await a2aTo("task", "get", field(sent.out, "Task"), "--transport", transport, "-o", "json");
      expect(JSON.parse(read.out)).toMatchObject({
        id: field(sent.out, "Task"),
        artifacts: [{ parts: [{ text: "ahoy" }] }],
      });
    },
  );

  it("A2ACLI_SEND_003 A2ACLI_OUT_003 streams", async () => {
    const { code, out } = await a2aTo("send", "--stream", "-o", "json", "ahoy");
    const events = jsonLines(out);
    expect([code, Object.keys(events[0] ?? {})]).toEqual([0, ["task"]]);
    expect(events.at(-1)).toMatchObject({ statusUpdate: { status: { state: "TASK_STATE_COMPLETED" } } });
  });

  it("A2ACLI_OUT_004 A2ACLI_VER_003 uses the same names for errors", async () => {
    const missing = await a2aTo("task", "get", "none", "-o", "json");
    expect([missing.code, JSON.parse(missing.out)]).toMatchObject([1, { error: { code: "TaskNotFoundError" } }]);
    const push = await a2aTo("task", "push-config", "list", "none");
    expect([push.code, field(push.err, "Error")]).toEqual([1, "PushNotificationNotSupportedError"]);
  });
});
