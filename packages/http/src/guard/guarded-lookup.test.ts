import type { LookupAddress, LookupOptions } from "node:dns";
import { isLocalError } from "@a2a/types";
import { expect, it } from "vitest";
import { guardedLookup, type Resolve } from "./guarded-lookup.ts";

function look(lookup: ReturnType<typeof guardedLookup>, name: string, options: LookupOptions) {
  return new Promise<string | LookupAddress[]>((resolve, reject) =>
    lookup(name, options, (error, address) => (error ? reject(error) : resolve(address))),
  );
}

const both: Resolve = (_, found) =>
  found(null, [
    { address: "2606:4700::1111", family: 6 },
    { address: "8.8.8.8", family: 4 },
  ]);

it("refuses a name that the system resolves to loopback", async () => {
  const error = await look(guardedLookup(false), "localhost", { all: true }).catch((reason: unknown) => reason);
  expect(isLocalError(error, "BLOCKED") && error.message).toContain("non-public");
});

it("resolves a trusted name with the system resolver", async () => {
  const [first] = await look(guardedLookup(true), "localhost", { all: true });
  expect(first).toMatchObject({ address: expect.stringMatching(/^(127\.0\.0\.1|::1)$/) });
});

it("returns all addresses, the first, or those of one family, as requested", async () => {
  const lookup = guardedLookup(false, both);
  expect(await look(lookup, "agent.example", { all: true })).toHaveLength(2);
  expect(await look(lookup, "agent.example", {})).toBe("2606:4700::1111");
  expect(await look(lookup, "agent.example", { family: 4 })).toBe("8.8.8.8");
  expect(await look(lookup, "agent.example", { family: "IPv6" })).toBe("2606:4700::1111");
});

it("refuses a name by an address of the other family", async () => {
  const mixed: Resolve = (_, found) =>
    found(null, [
      { address: "::1", family: 6 },
      { address: "8.8.8.8", family: 4 },
    ]);
  await expect(look(guardedLookup(false, mixed), "agent.example", { family: 4 })).rejects.toMatchObject({
    code: "BLOCKED",
  });
});

it("passes on the resolver's errors", async () => {
  const gone = new Error("ENOTFOUND");
  await expect(
    look(
      guardedLookup(false, (_, found) => found(gone, [])),
      "agent.example",
      {},
    ),
  ).rejects.toBe(gone);
});
