import type { JsonObject } from "@a2a/types";
import { describe, expect, it } from "vitest";
import type { RunningAgent } from "../../src/node.ts";
import { errorOf, post, resultOf, rpc, say, taskOf } from "../support/agent.ts";
import { exchangeRaw, head } from "../support/raw.ts";
import { start } from "../support/scripted.ts";

/** Posts bytes to JSON-RPC. */
async function postBytes(agent: RunningAgent, body: string | Uint8Array<ArrayBuffer>): Promise<[number, JsonObject]> {
  const headers = { "Content-Type": "application/json", "A2A-Version": "1.0" };
  const response = await fetch(`${agent.url}/a2a`, { method: "POST", headers, body });
  return [response.status, (await response.json()) as JsonObject];
}

const call = (params: string) => `{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":${params}}`;
const message = (rest: string) => call(`{"message":{"messageId":"m","role":"ROLE_USER",${rest}}}`);

describe("request bodies", () => {
  it("R-225 are rejected before being read when Content-Length is too large", async () => {
    await using server = await start({ limits: { maxBodyBytes: 1_000 } });
    const request = head(server, "POST /a2a HTTP/1.1", {
      "Content-Type": "application/json",
      "Content-Length": "5000000",
    });
    // No byte of the body is sent: the answer does not wait for any.
    const { answers } = await exchangeRaw(server, request);
    expect(answers).toMatchObject([{ status: 413, head: expect.stringMatching(/connection: close/i) }]);
    expect(answers[0]?.body).toMatch(/\{"jsonrpc":"2.0","id":null,"error":\{"code":-32600,/);
  });

  it("R-225 without Content-Length are rejected as soon as they exceed the limit", async () => {
    await using server = await start({ limits: { maxBodyBytes: 1_000 } });
    const request = head(server, "POST /a2a HTTP/1.1", {
      "Content-Type": "application/json",
      "Transfer-Encoding": "chunked",
    });
    const chunk = `400\r\n${"x".repeat(1_024)}\r\n`;
    // The chunk that would end the body never comes.
    const { answers } = await exchangeRaw(server, request + chunk);
    expect(answers[0]?.status).toBe(413);
  });

  it("of exactly the maximum size are accepted", async () => {
    const text = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ListTasks", params: {} });
    await using server = await start({ limits: { maxBodyBytes: text.length } });
    expect((await postBytes(server, text))[0]).toBe(200);
    expect((await postBytes(server, `${text} `))[0]).toBe(413);
  });

  it.each([65, 2_000, 300_000])("nested %i levels deep are rejected without a stack overflow", async (depth) => {
    await using server = await start();
    const deep = "[".repeat(depth) + "]".repeat(depth);
    const [status, body] = await postBytes(server, message(`"parts":[{"text":"x"}],"metadata":{"a":${deep}}`));
    expect([status, body]).toMatchObject([200, { error: { code: -32600, message: expect.stringContaining("64") } }]);
  });

  it.each([
    ["a list of a million", `[${"0,".repeat(999_999)}0]`],
    ["200,000 keys", `{${Array.from({ length: 200_000 }, (_, n) => `"k${n}":0`).join()}}`],
  ])("with %s are rejected", async (_, value) => {
    await using server = await start();
    const [, body] = await postBytes(server, message(`"parts":[{"text":"x"}],"metadata":{"a":${value}}`));
    expect(body).toMatchObject({ error: { code: -32600, message: expect.stringContaining("100000") } });
  });

  it("are limited over HTTP+JSON as well", async () => {
    await using server = await start();
    const deep = "[".repeat(2_000) + "]".repeat(2_000);
    const response = await fetch(`${server.url}/a2a/message:send`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "A2A-Version": "1.0" },
      body: `{"message":{"messageId":"m","role":"ROLE_USER","parts":[{"text":"x"}],"metadata":{"a":${deep}}}}`,
    });
    expect([response.status, await response.json()]).toMatchObject([400, { error: { code: 400 } }]);
  });

  it("with a duplicate key use the last value, consistently", async () => {
    await using server = await start();
    const [, body] = await postBytes(server, message('"parts":[{"text":"first"}],"parts":[{"text":"last"}]'));
    const { task } = body.result as { task: JsonObject & { id: string } };
    expect(task).toMatchObject({
      history: [{ parts: [{ text: "last" }] }],
      artifacts: [{ parts: [{ text: "last" }] }],
    });
    const read = resultOf(await rpc(server, "GetTask", { id: task.id }));
    expect(JSON.stringify(read)).not.toContain("first");
  });

  it("may contain __proto__ and similar keys, which stay plain data", async () => {
    await using server = await start();
    const metadata = '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"toString":"x"}';
    const [, body] = await postBytes(
      server,
      message(`"parts":[{"text":"x"}],"metadata":${metadata},"__proto__":{"role":2}`),
    );
    expect(body).toHaveProperty("result");
    expect({}).not.toHaveProperty("polluted");
    const text = JSON.stringify(body);
    expect(text).toContain(`"metadata":${metadata}`);
    expect(text).toContain('"role":"ROLE_USER"');
    for (const id of ["__proto__", "constructor", "toString"]) {
      expect(errorOf(await rpc(server, "GetTask", { id })).code).toBe(-32001);
      expect(taskOf(await rpc(server, "SendMessage", say("x", { contextId: id })))).toMatchObject({ contextId: id });
    }
  });

  it.each(["1e400", "9".repeat(40), "1.5", "-1e400"])(
    "with the number %s as an id or counter are rejected",
    async (number) => {
      await using server = await start();
      const envelope = `{"jsonrpc":"2.0","id":${number},"method":"ListTasks","params":{}}`;
      expect((await postBytes(server, envelope))[1]).toMatchObject({ error: { code: -32600 } });
      const list = `{"jsonrpc":"2.0","id":1,"method":"ListTasks","params":{"pageSize":${number}}}`;
      expect((await postBytes(server, list))[1]).toMatchObject({ error: { code: -32602 } });
    },
  );

  it("may contain any number as data", async () => {
    await using server = await start();
    const metadata = `{"tiny":1e-300,"zero":-0,"long":0.${"1".repeat(1_000)}}`;
    const [, body] = await postBytes(server, message(`"parts":[{"text":"x"}],"metadata":${metadata}`));
    expect(body.result).toMatchObject({ task: { history: [{ metadata: { tiny: 1e-300 } }] } });
  });

  it.each<[string, number[]]>([
    ["an invalid byte", [0x22, 0xff, 0x22]],
    ["an overlong form", [0x22, 0xc0, 0xaf, 0x22]],
    ["half a character", [0x22, 0xe2, 0x82, 0x22]],
    ["an encoded surrogate", [0x22, 0xed, 0xa0, 0x80, 0x22]],
    ["UTF-16", [0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]],
    ["a byte order mark", [0xef, 0xbb, 0xbf, 0x7b, 0x7d]],
  ])("R-231 with %s are rejected", async (_, bytes) => {
    await using server = await start();
    const [, body] = await postBytes(server, new Uint8Array(bytes));
    expect(body).toMatchObject({ id: null, error: { code: -32700 } });
  });

  it("keep a lone surrogate as data and never send it as invalid UTF-8", async () => {
    await using server = await start();
    const response = await fetch(`${server.url}/a2a`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "A2A-Version": "1.0" },
      body: message('"parts":[{"text":"a\\ud800z"}]'),
    });
    const bytes = new Uint8Array(await response.arrayBuffer());
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    expect(text).toContain("a\\ud800z");
  });

  it("crafted for catastrophic backtracking are answered in time", async () => {
    await using server = await start();
    const long = 500_000;
    const headers = { "A2A-Extensions": `${"a,".repeat(3_000)}!`, "A2A-Version": `1.${"0".repeat(9_000)}!` };
    expect(errorOf(await rpc(server, "GetTask", { id: "x" }, headers)).code).toBe(-32009);
    for (const params of [
      { id: `${"a".repeat(long)}!` },
      { id: " ".repeat(long) },
      { id: "/".repeat(long), historyLength: 0 },
    ]) {
      expect(errorOf(await rpc(server, "GetTask", params)).code).toBe(-32001);
    }
    const list = { statusTimestampAfter: `2026-01-01T00:00:00.${"0".repeat(long)}` };
    expect(errorOf(await rpc(server, "ListTasks", list)).code).toBe(-32602);
    for (const part of [
      { text: "x", mediaType: `text/${"a/".repeat(long)}` },
      { raw: `${"A".repeat(long)}!` },
      { url: `https://${"a.".repeat(long)}`, mediaType: "x/y" },
    ]) {
      expect([-32602, -32005]).toContain(errorOf(await rpc(server, "SendMessage", say("", { parts: [part] }))).code);
    }
  });

  it("R-230 may reference file URLs, which the server never fetches", async () => {
    const { receiver } = await import("../support/receiver.ts");
    await using elsewhere = await receiver();
    await using server = await start({ card: { name: "Any", defaultInputModes: ["*/*"] } });
    for (const url of [elsewhere.url, "file:///etc/hosts", "http://169.254.169.254/latest"]) {
      const answer = await rpc(
        server,
        "SendMessage",
        say("", { parts: [{ text: "x" }, { url, filename: "../../a" }] }),
      );
      expect(taskOf(answer).status.state).toBe("TASK_STATE_COMPLETED");
    }
    expect(elsewhere.deliveries).toEqual([]);
  });

  it("R-225 get 413 on any path when too large, and the server keeps serving", async () => {
    await using server = await start({ limits: { maxBodyBytes: 100 } });
    const large = await post(`${server.url}/a2a/message:send`, { pad: "x".repeat(200) });
    expect(large.status).toBe(413);
    expect((await fetch(`${server.url}/.well-known/agent-card.json`)).status).toBe(200);
  });
});
