import type { JsonValue } from "@a2a/types";
import { describe, expect, it } from "vitest";
import { v0_1 } from "../versions/v0_1/codec.ts";
import { v0_3 } from "../versions/v0_3/codec.ts";

const { getTaskPushNotificationConfig: row } = v0_3.operations;
const { getTaskPushNotificationConfig: older } = v0_1.operations;
if (!row || !older) throw new Error("both generations have webhooks");

const wire = {
  taskId: "t",
  pushNotificationConfig: {
    id: "c",
    url: "https://h.example",
    authentication: { schemes: ["Bearer", "Basic"], credentials: "k" },
  },
};

describe("R-239 webhooks, which have no metadata", () => {
  it("lose their further schemes without a side table", () => {
    expect(row.encodeOutput(row.decodeOutput(wire))).toMatchObject({
      pushNotificationConfig: { authentication: { schemes: ["Bearer"] } },
    });
  });

  it("keep them with one, on either side of it", () => {
    const sideTable = new Map<string, JsonValue>();
    const config = row.decodeOutput(wire, { sideTable });
    expect(config).toStrictEqual({
      taskId: "t",
      id: "c",
      url: "https://h.example",
      authentication: { scheme: "Bearer", credentials: "k" },
    });
    expect(row.encodeOutput(config, { sideTable })).toStrictEqual(wire);
    const withTenant = { ...config, tenant: "north" };
    expect(row.decodeOutput(row.encodeOutput(withTenant, { sideTable }), { sideTable })).toStrictEqual(withTenant);
  });

  it("are not overruled by it once they were changed", () => {
    const sideTable = new Map<string, JsonValue>();
    const config = row.decodeOutput(wire, { sideTable });
    const moved = { ...config, url: "https://moved.example" };
    expect(row.encodeOutput(moved, { sideTable })).toMatchObject({
      pushNotificationConfig: { url: "https://moved.example", authentication: { schemes: ["Bearer"] } },
    });
  });

  it("of 0.1 keep members nobody knows", () => {
    const sideTable = new Map<string, JsonValue>();
    const own = {
      id: "t",
      pushNotificationConfig: { url: "https://h.example", authentication: { schemes: ["JWT"], jwks: null } },
    };
    expect(older.encodeOutput(older.decodeOutput(own, { sideTable }), { sideTable })).toStrictEqual(own);
    expect(() => older.decodeOutput({ id: "t", pushNotificationConfig: null })).toThrow(
      "has no push notification configuration",
    );
  });
});
