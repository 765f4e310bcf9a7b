import { expect, it } from "vitest";
import { loadPackage } from "./load-package.ts";

it("says which package to install, also for one of its entry points", async () => {
  await expect(loadPackage("@a2a/absent/server", "grpc")).rejects.toThrow(
    'grpc needs the package @a2a/absent: run "npm install @a2a/absent"',
  );
  await expect(loadPackage("absent-store", "this store")).rejects.toThrow('run "npm install absent-store"');
});
