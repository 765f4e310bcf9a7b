import { describe, expect, it } from "vitest";
import { compareVersions, isProtocolVersion, normalizeVersion, protocolVersions } from "./protocol-version.ts";

describe("normalizeVersion (R-170, R-171)", () => {
  it.each([
    ["1.0", "1.0"],
    ["1.0.1", "1.0"],
    ["0.2.6", "0.2"],
    ["1", "1.0"],
    ["v0.3.0", "0.3"],
    [" 1.0 ", "1.0"],
    ["1.0.0-rc.1+build", "1.0"],
    ["1.0-rc", "1.0"],
    ["01.00", "1.0"],
    ["12.34.56", "12.34"],
  ])("reads %j as %s", (text, version) => {
    expect(normalizeVersion(text)).toBe(version);
  });

  it.each([undefined, "", "   "])("reads %j as 0.3", (text) => {
    expect(normalizeVersion(text)).toBe("0.3");
  });

  it.each(["one", "1.x", "1.", "1..0", ".3", "-1.0", "1,0", "1.0 beta", "12345.0", "1.0/2", `1.0.${"9".repeat(40)}`])(
    "takes %j for no version",
    (text) => {
      expect(normalizeVersion(text)).toBeUndefined();
    },
  );
});

describe("isProtocolVersion", () => {
  it("lists the supported protocol versions as Major.Minor", () => {
    expect(protocolVersions.every(isProtocolVersion)).toBe(true);
    expect(["1.0.0", "0.4", "2.0", ""].some(isProtocolVersion)).toBe(false);
  });
});

describe("compareVersions", () => {
  it("orders numerically, not alphabetically", () => {
    expect(["1.0", "0.10", "0.9", "0.3", "2.0"].toSorted(compareVersions)).toStrictEqual([
      "0.3",
      "0.9",
      "0.10",
      "1.0",
      "2.0",
    ]);
    expect(compareVersions("1.0", "1.0")).toBe(0);
  });
});
