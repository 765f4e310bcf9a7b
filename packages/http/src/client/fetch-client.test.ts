import { isLocalError } from "@a2a/types";
import { afterEach, expect, it, vi } from "vitest";
import { urlGuard } from "../guard/default-guard.ts";
import { fetchClient, inProcessClient } from "./fetch-client.ts";
import { readText } from "./read-text.ts";

const get = { method: "GET", url: "https://agent.example/a2a" } as const;
const never = new Promise<never>(() => undefined);

afterEach(() => vi.unstubAllGlobals());

it("passes method, headers and body to a handler in the same process, and returns its response", async () => {
  const http = inProcessClient(async (request) => {
    const seen = {
      method: request.method,
      url: request.url,
      token: request.headers.get("x-token"),
      body: await request.text(),
    };
    return new Response(JSON.stringify(seen), { status: 201, headers: { "X-Seen": "yes" } });
  });
  const response = await http({ ...get, method: "POST", headers: { "X-Token": "t" }, body: "{}" });
  expect(response.status).toBe(201);
  expect(response.headers["x-seen"]).toBe("yes");
  expect(JSON.parse(await readText(response))).toEqual({ method: "POST", url: get.url, token: "t", body: "{}" });
});

it("rejects with the caller's abort reason when a handler ignores the signal", async () => {
  const reason = { stop: "now" };
  const controller = new AbortController();
  const answer = inProcessClient(() => never)({ ...get, signal: controller.signal });
  controller.abort(reason);
  await expect(answer).rejects.toBe(reason);
});

it("sends nothing when the signal is already aborted, and leaves no unhandled rejection", async () => {
  const fetch = vi.fn(() => Promise.reject(new Error("never seen")));
  const reason = new Error("too late");
  await expect(fetchClient({ fetch })({ ...get, signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  expect(fetch).not.toHaveBeenCalled();
});

it("times out on a silent handler, and cancels its late response", async () => {
  let answer: (response: Response) => void = () => undefined;
  const canceled = Promise.withResolvers<void>();
  const http = inProcessClient(() => new Promise<Response>((resolve) => (answer = resolve)));
  await expect(http({ ...get, timeoutMs: 5 })).rejects.toMatchObject({
    code: "TIMEOUT",
    message: "no response within 5 ms",
  });
  answer(new Response(new ReadableStream({ cancel: () => canceled.resolve() })));
  await canceled.promise;
});

it("stops reading a body with the caller's abort reason", async () => {
  const controller = new AbortController();
  const canceled = Promise.withResolvers<void>();
  const stream = new ReadableStream({
    start: (out) => out.enqueue(new TextEncoder().encode("first")),
    cancel: () => canceled.resolve(),
  });
  const { body } = await inProcessClient(() => new Response(stream))({ ...get, signal: controller.signal });
  const reading = (async () => {
    for await (const _ of body) controller.abort("enough");
  })();
  await expect(reading).rejects.toBe("enough");
  await canceled.promise;
});

it("cancels the body when the loop exits early", async () => {
  const canceled = Promise.withResolvers<void>();
  const stream = new ReadableStream({
    pull: (out) => out.enqueue(new TextEncoder().encode("again")),
    cancel: () => canceled.resolve(),
  });
  const { body } = await inProcessClient(() => new Response(stream))(get);
  for await (const _ of body) break;
  await canceled.promise;
});

it("reports the innermost cause of an unreachable peer", async () => {
  const refused = Object.assign(new Error("connect ECONNREFUSED 10.9.9.9:80"), { code: "ECONNREFUSED" });
  const http = fetchClient({ fetch: () => Promise.reject(new TypeError("fetch failed", { cause: refused })) });
  await expect(http(get)).rejects.toMatchObject({
    code: "NETWORK",
    message: "cannot reach https://agent.example: connect ECONNREFUSED 10.9.9.9:80",
    retryable: true,
  });
});

it("checks every URL with its guard; without one it refuses credentials and other schemes", async () => {
  const fetch = vi.fn(() => new Response("x"));
  const guarded = fetchClient({ fetch, guard: urlGuard() });
  await expect(guarded({ ...get, url: "https://127.0.0.1/" })).rejects.toMatchObject({ code: "BLOCKED" });
  for (const url of ["https://ada:hunter2@agent.example/", "file:///etc/passwd", "/a2a"]) {
    await expect(fetchClient({ fetch })({ ...get, url })).rejects.toMatchObject({ code: "BLOCKED" });
  }
  expect(fetch).not.toHaveBeenCalled();
});

it("explains what to do in a runtime without fetch (S1-20)", () => {
  vi.stubGlobal("fetch", undefined);
  let said: unknown;
  try {
    fetchClient();
  } catch (error) {
    said = error;
  }
  expect(isLocalError(said, "CONFIG") && said.message).toMatch(/has no fetch.*fetchClient\(\{ fetch \}\).*nodeClient/);
});
