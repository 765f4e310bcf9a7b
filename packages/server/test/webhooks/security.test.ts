import { readdirSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { HttpRequest } from "@a2a/http";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../sqlite-harness.ts";
import { errorOf, resultOf, rpc, say, taskOf } from "../support/agent.ts";
import { local, receiver } from "../support/receiver.ts";
import { gate, start } from "../support/scripted.ts";

const refused = (field: string) => ({ code: -32602, data: [{ fieldViolations: [{ field }] }] });

describe("webhooks at registration", () => {
  it.each([
    "https://127.0.0.1/",
    "https://localhost/",
    "https://0.0.0.0/",
    "https://10.1.2.3/",
    "https://172.16.0.1/",
    "https://192.168.1.1/",
    "https://100.64.0.1/",
    "https://100.100.100.200/",
    "https://169.254.169.254/",
    "https://198.18.0.1/",
    "https://224.0.0.1/",
    "https://255.255.255.255/",
    "https://[::1]/",
    "https://[::]/",
    "https://[fe80::1]/",
    "https://[fd00:ec2::254]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[64:ff9b::7f00:1]/",
    "https://[2002:7f00:1::]/",
    "https://2130706433/",
    "https://0x7f000001/",
    "https://0177.0.0.1/",
    "https://127.1/",
    "https://１２７.0.0.1/",
    "https://127.0.0.1./",
    "https://localhost./",
    "https://user:pass@hook.example/",
    "http://hook.example/",
    "file:///etc/passwd",
    "gopher://hook.example/",
    "unix:/var/run/docker.sock",
    "http+unix://%2Fvar%2Frun/",
    "https://hook.example:0/",
    "https://hook.example:70000/",
    "https://hook.example:25/",
    "https://hook.example:8443/",
    "//hook.example/",
    "hook",
    `https://hook.example/${"a".repeat(2_048)}`,
  ])("R-86 reject %s", async (url) => {
    await using server = await start({ publicUrl: "https://agent.example" });
    const { id: taskId } = taskOf(await rpc(server, "SendMessage", say("ask")));
    expect(errorOf(await rpc(server, "CreateTaskPushNotificationConfig", { taskId, url }))).toMatchObject(
      refused("url"),
    );
    const config = { taskPushNotificationConfig: { url } };
    expect(errorOf(await rpc(server, "SendMessage", say("x", {}, config)))).toMatchObject({ code: -32602 });
    expect(resultOf(await rpc(server, "ListTasks", {}))).toMatchObject({ totalSize: 1 });
  });

  it("accept configured ports, and any port of a trusted host", async () => {
    const egress = { ports: [8443], allowHosts: ["trusted.example"] };
    const exchange = async () => ({ status: 204, headers: {}, body: (async function* () {})() });
    await using server = await start({ webhooks: { egress, http: exchange } });
    const { id: taskId } = taskOf(await rpc(server, "SendMessage", say("ask")));
    const create = (url: string) => rpc(server, "CreateTaskPushNotificationConfig", { taskId, url });
    for (const url of ["https://hook.example:8443/", "https://trusted.example:9000/"]) resultOf(await create(url));
    expect(errorOf(await create("https://hook.example/"))).toMatchObject(refused("url"));
  });

  it.each([
    ["token", { token: "a\r\nX-Evil: 1" }],
    ["token", { token: "a\u0000" }],
    ["authentication.scheme", { authentication: { scheme: "Bearer\n", credentials: "x" } }],
    ["authentication.credentials", { authentication: { scheme: "Bearer", credentials: "x\ry" } }],
    ["authentication.credentials", { authentication: { scheme: "Bearer", credentials: "x".repeat(5_000) } }],
  ])("reject a %s that is invalid in a header: %j", async (field, more) => {
    await using server = await start();
    const { id: taskId } = taskOf(await rpc(server, "SendMessage", say("ask")));
    const params = { taskId, url: "https://hook.example/", ...more };
    expect(errorOf(await rpc(server, "CreateTaskPushNotificationConfig", params))).toMatchObject(refused(field));
  });

  it("are limited to ten per task", async () => {
    await using server = await start(local);
    const { id: taskId } = taskOf(await rpc(server, "SendMessage", say("ask")));
    const create = (n: number) =>
      rpc(server, "CreateTaskPushNotificationConfig", { taskId, id: `h-${n}`, url: "https://127.0.0.1:9/" });
    for (let n = 0; n < 10; n++) resultOf(await create(n));
    expect(errorOf(await create(10)).code).toBe(-32602);
    // One that is there may be replaced all the same.
    resultOf(await create(9));
  });
});

describe("webhooks at delivery", () => {
  it("R-84 time out after ten seconds", async () => {
    const called = Promise.withResolvers<HttpRequest>();
    const exchange = async (request: HttpRequest) => {
      called.resolve(request);
      return { status: 204, headers: {}, body: (async function* () {})() };
    };
    await using server = await start({ webhooks: { http: exchange } });
    const config = { taskPushNotificationConfig: { url: "https://hook.example/" } };
    await rpc(server, "SendMessage", say("x", {}, config));
    expect((await called.promise).timeoutMs).toBe(10_000);
  });

  it("that never answer delay neither the task nor another webhook", async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    await using hook = await receiver();
    await using server = await start(local);
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`;
    const { id: taskId } = taskOf(
      await rpc(server, "SendMessage", say("ask", {}, { taskPushNotificationConfig: { url } })),
    );
    await rpc(server, "CreateTaskPushNotificationConfig", { taskId, url: hook.url });
    expect(taskOf(await rpc(server, "SendMessage", say("blue", { taskId }))).status.state).toBe("TASK_STATE_COMPLETED");
    await hook.seen(3);
    silent.closeAllConnections();
    await new Promise((resolve) => silent.close(resolve));
  });

  it("with an endless response are not read", async () => {
    const left = gate();
    const endless = createServer((request, response) => {
      request.resume();
      response.writeHead(200).on("close", left.open);
      const pour = () => {
        while (!response.destroyed && response.write("x".repeat(65_536)));
      };
      response.on("drain", pour);
      pour();
    });
    await new Promise<void>((resolve) => endless.listen(0, "127.0.0.1", resolve));
    await using server = await start(local);
    const url = `http://127.0.0.1:${(endless.address() as AddressInfo).port}/`;
    await rpc(server, "SendMessage", say("x", {}, { taskPushNotificationConfig: { url } }));
    await left.opened;
    endless.closeAllConnections();
    await new Promise((resolve) => endless.close(resolve));
  });

  it("that redirect are retried at the original URL, and the target is never called", async () => {
    await using elsewhere = await receiver();
    let tries = 0;
    const again = gate();
    const redirecting = createServer((request, response) => {
      request.resume();
      if (++tries > 1) again.open();
      response.writeHead(307, { Location: elsewhere.url }).end();
    });
    await new Promise<void>((resolve) => redirecting.listen(0, "127.0.0.1", resolve));
    await using server = await start(local);
    const url = `http://127.0.0.1:${(redirecting.address() as AddressInfo).port}/`;
    await rpc(server, "SendMessage", say("x", {}, { taskPushNotificationConfig: { url } }));
    await again.opened;
    expect(elsewhere.deliveries).toEqual([]);
    redirecting.closeAllConnections();
    await new Promise((resolve) => redirecting.close(resolve));
  });

  it("leave no secret in the log when they fail", async () => {
    const lines: string[] = [];
    const failed = gate();
    const keep = (fields: object, message: string) => {
      const { error } = fields as { error?: Error };
      lines.push(`${message} ${JSON.stringify(fields)} ${String(error)}`);
      if (message.includes("delivery")) failed.open();
    };
    await using server = await start({ ...local, logger: { debug: keep, info: keep, warn: keep, error: keep } });
    const authentication = { scheme: "Bearer", credentials: "hidden-1" };
    const config = { url: "http://127.0.0.1:1/hook?key=hidden-2", token: "hidden-3", authentication };
    await rpc(server, "SendMessage", say("x", {}, { taskPushNotificationConfig: config }));
    await failed.opened;
    expect(lines.join("\n")).not.toContain("hidden");
  });
});

it("secrets of webhooks are encrypted in the file, also across a restart", async () => {
  using folder = temporaryFolder();
  await using hook = await receiver();
  const file = join(folder.path, "tasks.db");
  const options = { ...local, store: `sqlite:${file}` };
  const secrets = { token: "hush-token", authentication: { scheme: "Bearer", credentials: "hush-credentials" } };
  let taskId: string;
  {
    await using server = await start(options);
    const config = { taskPushNotificationConfig: { url: hook.url, ...secrets } };
    taskId = taskOf(await rpc(server, "SendMessage", say("ask", {}, config))).id;
    await hook.seen(1);
  }
  for (const name of readdirSync(folder.path))
    expect(readFileSync(join(folder.path, name), "latin1")).not.toContain("hush");
  expect(statSync(`${file}.key`).mode & 0o777).toBe(0o600);
  await using server = await start(options);
  const { configs } = resultOf(await rpc(server, "ListTaskPushNotificationConfigs", { taskId })) as {
    configs: object[];
  };
  expect(configs).toMatchObject([secrets]);
  const before = hook.deliveries.length;
  await rpc(server, "SendMessage", say("go on", { taskId }));
  const deliveries = await hook.seen(before + 1);
  expect(deliveries.at(-1)?.headers).toMatchObject({
    "x-a2a-notification-token": "hush-token",
    authorization: "Bearer hush-credentials",
  });
});
