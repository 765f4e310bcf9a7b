import { describe, expect, it } from "vitest";
import { v0_1 } from "../versions/v0_1.ts";
import { v0_3 } from "../versions/v0_3.ts";
import { v1_0 } from "../versions/v1_0.ts";
import { extensionHeaders, readServiceParameters, serviceHeaders } from "./service-parameters.ts";

describe("R-129, R-144 service parameters of a request", () => {
  it.each([
    [{ "a2a-version": "1.0" }, "", "1.0"],
    [{ "a2a-version": " 0.3 " }, "", "0.3"],
    [{}, "A2A-Version=1.0", "1.0"],
    [{}, "x=1&a2a-version=0.3.0", "0.3.0"],
    [{ "a2a-version": "1.0" }, "A2A-Version=0.3", "1.0"],
    [{ "a2a-version": "" }, "A2A-Version=0.3", "0.3"],
    [{ "a2a-version": "  " }, "", undefined],
    [{}, "A2A-Version=", undefined],
    [{}, "version=1.0", undefined],
    [{}, "%E0%A4%A=1&A2A-Version=1.0", "1.0"],
  ])("R-167, R-170 version in %j and %j is %j", (headers, query, version) => {
    expect(readServiceParameters(headers, query).version).toBe(version);
  });

  it("R-130 reads extensions from both header names without duplicates", () => {
    const headers = {
      "a2a-extensions": "https://a.example, https://b.example",
      "x-a2a-extensions": "https://b.example,, ",
    };
    expect(readServiceParameters(headers).extensions).toStrictEqual(["https://a.example", "https://b.example"]);
    expect(readServiceParameters({}).extensions).toStrictEqual([]);
  });
});

describe("R-166, R-174 service parameters of a client", () => {
  it("use the header names of the protocol version", () => {
    const extensions = ["https://a.example", "https://b.example"];
    expect(serviceHeaders(v1_0, extensions)).toStrictEqual({
      "A2A-Version": "1.0",
      "A2A-Extensions": "https://a.example, https://b.example",
    });
    expect(serviceHeaders(v0_3, extensions)).toStrictEqual({
      "X-A2A-Extensions": "https://a.example, https://b.example",
    });
    expect(serviceHeaders(v0_1, extensions)).toStrictEqual({});
    expect(extensionHeaders(v1_0, [])).toStrictEqual({});
  });
});
