import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { checkRuntime } from "./runtime.ts";

it.each(["22.19.0", "22.20.1", "24.0.0", "100.1.0"])("accepts Node %s", (node) => {
  expect(() => checkRuntime({ node })).not.toThrow();
});

it.each(["20.20.2", "22.18.9", "18.0.0"])("refuses Node %s in one sentence", (node) => {
  expect(() => checkRuntime({ node })).toThrow(new TypeError(`Node 22.19 or newer is required; this is Node ${node}`));
});

it("accepts other runtimes, whatever Node they imitate", () => {
  expect(() => checkRuntime({ node: "18.0.0", bun: "1.3.0" })).not.toThrow();
  expect(() => checkRuntime({ node: "20.0.0", deno: "2.5.0" })).not.toThrow();
  expect(() => checkRuntime(undefined)).not.toThrow();
});

it("requires what package.json names", () => {
  const { engines } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  expect(engines.node).toBe(">=22.19.0");
});
