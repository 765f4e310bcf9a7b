import { expect, it, vi } from "vitest";
import { closingBody } from "./closing-body.ts";
import type { HttpResponse } from "./http-client.ts";
import { discard, readText } from "./read-text.ts";

function answer(chunks: AsyncGenerator<Uint8Array, void, void>, headers: Record<string, string> = {}) {
  const close = vi.fn();
  const response: HttpResponse = { status: 200, headers, body: closingBody(chunks, close) };
  return { response, close };
}

async function* bytes(...texts: (string | number[])[]): AsyncGenerator<Uint8Array, void, void> {
  for (const text of texts) yield typeof text === "string" ? new TextEncoder().encode(text) : Uint8Array.from(text);
}

async function* silence(): AsyncGenerator<Uint8Array, void, void> {
  await new Promise<never>(() => undefined);
}

it("joins chunks that are cut inside a character", async () => {
  const { response } = answer(bytes("low wat", "er ", [0xe2, 0x82], [0xac]));
  expect(await readText(response)).toBe("low water €");
});

it("accepts a body of exactly the limit and refuses one byte more, closing it", async () => {
  expect(await readText(answer(bytes("12345", "67890")).response, { maxBytes: 10 })).toBe("1234567890");
  const { response, close } = answer(bytes("12345", "678901"));
  await expect(readText(response, { maxBytes: 10 })).rejects.toMatchObject({ code: "LIMIT" });
  expect(close).toHaveBeenCalled();
});

it("refuses a body with too large a Content-Length without reading it, and closes it", async () => {
  const { response, close } = answer(bytes("x"), { "content-length": "11" });
  await expect(readText(response, { maxBytes: 10 })).rejects.toMatchObject({ code: "LIMIT" });
  expect(close).toHaveBeenCalledOnce();
});

it("times out on a body that does not end, and closes it", async () => {
  const { response, close } = answer(silence());
  await expect(readText(response, { timeoutMs: 5 })).rejects.toMatchObject({ code: "TIMEOUT", retryable: true });
  expect(close).toHaveBeenCalledOnce();
});

it("closes a discarded body", () => {
  const { response, close } = answer(bytes("x"));
  discard(response);
  expect(close).toHaveBeenCalledOnce();
});
