import { describe, expect, it } from "vitest";
import { PartSchema } from "../schemas/part.ts";
import { bytesOf, dataPart, file, textOf, textPart } from "./part.ts";

describe("a part", () => {
  it("holds exactly one kind of content, and the error names the kinds found", () => {
    const messages = (value: unknown) => PartSchema.safeParse(value).error?.issues.map((issue) => issue.message);
    expect(messages({ text: "a", url: "b" })).toStrictEqual([
      "expected exactly one of text, raw, url, data; found text and url",
    ]);
    expect(messages({ filename: "a" })).toStrictEqual(["expected exactly one of text, raw, url, data; found none"]);
  });

  it("may be empty", () => {
    for (const part of [{ text: "" }, { raw: "" }, { url: "" }, { data: null }]) {
      expect(PartSchema.parse(part)).toStrictEqual(part);
    }
  });

  it("is not found behind a __proto__ key", () => {
    expect(PartSchema.safeParse(JSON.parse('{"__proto__":{"text":"a"}}')).success).toBe(false);
  });
});

describe("textOf", () => {
  it("joins the text of a message, an artifact or a list without a separator", () => {
    const parts = [textPart("a"), dataPart({ text: "no" }), textPart(""), textPart("b")];
    expect(textOf(parts)).toBe("ab");
    expect(textOf({ parts })).toBe("ab");
    expect(textOf([])).toBe("");
    expect(parts.filter((part) => "text" in part).length).toBe(3);
  });
});

describe("file", () => {
  it("creates file parts from bytes, buffers, blobs and URLs", async () => {
    const bytes = Uint8Array.from({ length: 20_000 }, (_, index) => index % 256);
    const raw = Buffer.from(bytes).toString("base64");
    expect(file(bytes, { filename: "a.bin" })).toStrictEqual({ raw, filename: "a.bin" });
    expect(file(Buffer.from(bytes))).toStrictEqual({ raw });
    expect(file(bytes.buffer)).toStrictEqual({ raw });
    expect(await file(new Blob([bytes], { type: "image/png" }))).toStrictEqual({ raw, mediaType: "image/png" });
    const named = new File([bytes], "b.png", { type: "image/png" });
    expect(await file(named)).toStrictEqual({ raw, filename: "b.png", mediaType: "image/png" });
    expect(file(new URL("https://files.example/c"))).toStrictEqual({ url: "https://files.example/c" });
    expect(() => file("a path" as never)).toThrow("file() takes a Uint8Array, an ArrayBuffer, a Blob or a URL");
  });
});

it("decodes the bytes of a part", () => {
  expect(bytesOf(file(new Uint8Array([0, 127, 255])))).toEqual(new Uint8Array([0, 127, 255]));
  expect([bytesOf({ text: "hi" }), bytesOf({ url: "https://files.example/a" })]).toEqual([undefined, undefined]);
});
