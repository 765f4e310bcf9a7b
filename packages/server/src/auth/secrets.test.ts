import nodeCrypto, { createHash } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import { SecretTable } from "./secrets.ts";

it("finds the holder of a secret with one digest, however many secrets there are", async () => {
  const secrets = Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [`key-${n}`, `user-${n}`]));
  const table = new SecretTable(secrets, "keys");
  expect(await table.find("key-1999")).toEqual({ subject: "user-1999" });
  const digest = vi.spyOn(nodeCrypto, "hash");
  expect(await table.find("key-2000")).toBeUndefined();
  expect(await table.find("__proto__")).toBeUndefined();
  expect(digest).toHaveBeenCalledTimes(2);
  digest.mockRestore();
});

it("finds holders without a job of Web Crypto, which would wait behind those of a flood", async () => {
  const queued = vi.spyOn(crypto.subtle, "digest");
  expect(await new SecretTable({ "k-7c1f": "ann" }, "keys").find("k-7c1f")).toEqual({ subject: "ann" });
  expect(queued).not.toHaveBeenCalled();
  queued.mockRestore();
});

describe("secrets that are given by their digests", () => {
  const digest = `sha256:${createHash("sha256").update("k-7c1f").digest("hex")}`;

  it("are recognized, beside others of the same holder", async () => {
    const table = new SecretTable(
      { [digest]: "ann", [`${digest.slice(0, 7)}${"0".repeat(64)}`]: "bob", next: "ann" },
      "keys",
    );
    expect(await table.find("k-7c1f")).toEqual({ subject: "ann" });
    expect(await table.find("next")).toEqual({ subject: "ann" });
  });

  it("cannot be used as secrets themselves", async () => {
    expect(await new SecretTable({ [digest]: "ann" }, "keys").find(digest)).toBeUndefined();
  });

  it.each(["sha256:", "sha256:12", `${digest}0`])("are refused unless complete: %s", (secret) => {
    expect(() => new SecretTable({ [secret]: "ann" }, "keys")).toThrow("64 hexadecimal digits");
  });
});
