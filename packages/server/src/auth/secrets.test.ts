import { expect, it, vi } from "vitest";
import { SecretTable } from "./secrets.ts";

it("finds the holder of a secret with one digest, however many secrets there are", async () => {
  const secrets = Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [`key-${n}`, `user-${n}`]));
  const table = new SecretTable(secrets, "keys");
  expect(await table.find("key-1999")).toEqual({ subject: "user-1999" });
  const digest = vi.spyOn(crypto.subtle, "digest");
  expect(await table.find("key-2000")).toBeUndefined();
  expect(await table.find("__proto__")).toBeUndefined();
  expect(digest).toHaveBeenCalledTimes(2);
  digest.mockRestore();
});
