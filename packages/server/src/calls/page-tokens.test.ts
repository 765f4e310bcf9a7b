import { describe, expect, it } from "vitest";
import { PageTokens } from "./page-tokens.ts";

const cursor = { statusAt: 1_790_000_000_000_000, id: "task-7" };
const scope = { tenant: "north", owner: "ann" };
const refused = { code: "INVALID_PARAMS", violations: [{ field: "pageToken" }] };

describe("a page token", () => {
  it("restores its position on every server with the same secret", async () => {
    const secret = "a secret of a fair length";
    const token = await new PageTokens(secret).write(cursor, scope, { contextId: "talk" });
    expect(await new PageTokens(secret).read(token, scope, { contextId: "talk" })).toEqual(cursor);
    expect(token).toMatch(/^[\w.-]+$/);
  });

  it.each([
    ["another caller", { ...scope, owner: "bob" }],
    ["another tenant", { ...scope, tenant: "south" }],
    ["a caller whose name runs into the tenant", { tenant: "", owner: "northann" }],
  ])("is rejected for %s", async (_, other) => {
    const tokens = new PageTokens(undefined);
    await expect(tokens.read(await tokens.write(cursor, scope, {}), other, {})).rejects.toMatchObject(refused);
  });

  it("is rejected when modified or forged", async () => {
    const tokens = new PageTokens(undefined);
    const token = await tokens.write(cursor, scope, {});
    const [place = "", signature = ""] = token.split(".");
    const elsewhere = btoa(JSON.stringify([1, "task-8", 0]));
    const foreign = await new PageTokens(undefined).write(cursor, scope, {});
    const forged = [
      `${elsewhere}.${signature}`,
      place,
      `${place}.`,
      `.${signature}`,
      `${token}.x`,
      `${place}.%`,
      foreign,
    ];
    for (const wrong of [...forged, "x".repeat(3_000)]) {
      await expect(tokens.read(wrong, scope, {})).rejects.toMatchObject(refused);
    }
  });

  it("R-47 is valid only with the same filters", async () => {
    const tokens = new PageTokens(undefined);
    const token = await tokens.write(cursor, scope, { contextId: "talk" });
    await expect(tokens.read(token, scope, { contextId: "other" })).rejects.toThrow("other filters");
  });

  it("requires a secret of sufficient length", () => {
    expect(() => new PageTokens("short")).toThrow("at least 16 bytes");
  });
});
