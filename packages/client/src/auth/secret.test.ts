import { inspect } from "node:util";
import { expect, it } from "vitest";
import { Secret } from "./secret.ts";

it("masks a secret, and reveals it on request", () => {
  const secret = new Secret("s3cret");
  const shown = [
    String(secret),
    `${secret}`,
    JSON.stringify({ secret }),
    inspect({ secret }, { depth: 5 }),
    inspect(secret),
  ];
  expect(shown.join(" ")).not.toContain("s3cret");
  expect(Object.keys(secret)).toEqual([]);
  expect(secret.reveal()).toBe("s3cret");
});
