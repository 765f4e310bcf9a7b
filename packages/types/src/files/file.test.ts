import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { file } from "../node.ts";
import { mediaTypeOf } from "./media-type.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "a2a-file-"));
  writeFileSync(join(folder, "Report.PDF"), "%PDF");
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("a file part", () => {
  const raw = btoa("%PDF");

  it("is read from a path, with the name and media type of the file unless given", async () => {
    const path = join(folder, "Report.PDF");
    const part = { raw, filename: "Report.PDF", mediaType: "application/pdf" };
    expect(await file(path)).toStrictEqual(part);
    expect(await file(pathToFileURL(path))).toStrictEqual(part);
    expect(await file(path, { filename: "tides.pdf", metadata: { pages: 1 } })).toStrictEqual({
      ...part,
      filename: "tides.pdf",
      metadata: { pages: 1 },
    });
  });

  it("is made from bytes, a Blob or a URL", async () => {
    expect(file(Buffer.from("%PDF"), { filename: "a.pdf" })).toStrictEqual({ raw, filename: "a.pdf" });
    expect(file(new TextEncoder().encode("%PDF").buffer as ArrayBuffer)).toStrictEqual({ raw });
    expect(await file(new Blob(["%PDF"], { type: "application/pdf" }))).toStrictEqual({
      raw,
      mediaType: "application/pdf",
    });
    expect(file(new URL("https://a.example/x.png?s=1"))).toStrictEqual({
      url: "https://a.example/x.png?s=1",
      filename: "x.png",
      mediaType: "image/png",
    });
  });

  it("says which file cannot be read", async () => {
    const path = join(folder, "gone.txt");
    await expect(file(path)).rejects.toMatchObject({
      code: "CONFIG",
      message: `cannot read the file ${path}: ENOENT`,
    });
  });
});

it.each([
  ["notes.md", "text/markdown"],
  ["photo.JPEG", "image/jpeg"],
  ["data.unknown", "application/octet-stream"],
  ["Makefile", "application/octet-stream"],
])("the media type of %s is %s", (filename, mediaType) => {
  expect(mediaTypeOf(filename)).toBe(mediaType);
});
