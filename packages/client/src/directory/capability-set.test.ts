import { LocalError, PermissionError } from "@a2a/types";
import { describe, expect, it } from "vitest";
import { CapabilitySet } from "./capability-set.ts";

describe("a capability set", () => {
  it("S1-15 allows what was granted and nothing else", () => {
    const caps = new CapabilitySet();
    caps.grant("a2a:researcher", "delegate");
    expect(caps.allows("a2a:researcher", "delegate")).toBe(true);
    expect(caps.allows("a2a:researcher", "cancel")).toBe(false);
    expect(caps.allows("a2a:translator", "delegate")).toBe(false);
    expect(caps.allows("a2a:researchers", "delegate")).toBe(false);
    expect(caps.list()).toEqual([{ resource: "a2a:researcher", action: "delegate" }]);
  });

  it("S1-16 raises a PermissionError that says how to allow it", () => {
    const caps = new CapabilitySet();
    expect(() => caps.require("a2a:translator", "delegate")).toThrow(PermissionError);
    expect(() => caps.require("a2a:translator", "delegate")).toThrow(LocalError);
    expect(() => caps.require("a2a:translator", "delegate")).toThrow('grant("a2a:translator", "delegate") allows it');
  });

  it("grants several at once, and revokes them", () => {
    const caps = new CapabilitySet().grant("a2a:*", "delegate").grant("swarm:spawn", "*");
    expect(caps.allows("a2a:anyone", "delegate")).toBe(true);
    expect(caps.allows("swarm:spawn", "whatever")).toBe(true);
    expect(caps.revoke("a2a:*", "delegate")).toBe(true);
    expect(caps.revoke("a2a:*", "delegate")).toBe(false);
    expect(caps.allows("a2a:anyone", "delegate")).toBe(false);
  });

  it("refuses empty grants", () => {
    expect(() => new CapabilitySet().grant("", "delegate")).toThrow(TypeError);
    expect(() => new CapabilitySet().grant("a2a:x", "")).toThrow(TypeError);
  });
});
