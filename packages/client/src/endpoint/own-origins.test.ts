import type { HttpRequest } from "@a2a/http";
import { describe, expect, it } from "vitest";
import { OwnOrigins } from "./own-origins.ts";

describe("the origins of an agent", () => {
  const own = new OwnOrigins("https://agent.example/desk", ["https://api.agent.example"]);

  it("are the address's own and the listed ones, with scheme and port", () => {
    expect(
      ["https://agent.example/", "https://agent.example:443/x", "https://api.agent.example/"].every((url) =>
        own.has(url),
      ),
    ).toBe(true);
    expect(
      ["http://agent.example/", "https://agent.example:8443/", "https://evil.example/"].some((url) => own.has(url)),
    ).toBe(false);
  });

  it.each([
    ["https://10.0.0.1/", "points to 10.0.0.1"],
    ["https://[fd00::1]/", "points to [fd00::1]"],
    ["https://2130706433/", "points to 127.0.0.1"],
    ["https://localhost/", "points to localhost"],
    ["https://db.localhost/", "points to db.localhost"],
    ["http://other.example/", "over plain HTTP"],
    ["ftp://agent.example/", "ftp: URL"],
  ])("are the only ones that may be %s", (url, reason) => {
    expect(own.refusal(url)).toMatchObject({ code: "BLOCKED", message: expect.stringContaining(reason) });
  });

  it("do not block other public hosts", () => {
    expect(own.refusal("https://other.example/a2a")).toBeUndefined();
  });

  it("are the only ones that get headers", async () => {
    const sent: HttpRequest[] = [];
    const http = own.withHeaders(
      async (request) => {
        sent.push(request);
        return { status: 200, headers: {}, body: (async function* () {})() };
      },
      { Authorization: "Bearer s3cret" },
    );
    await http({ method: "GET", url: "https://agent.example/card" });
    await http({ method: "GET", url: "https://other.example/card" });
    expect(sent.map(({ headers }) => headers)).toEqual([{ Authorization: "Bearer s3cret" }, undefined]);
  });
});
