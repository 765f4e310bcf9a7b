import { describe, expect, it } from "vitest";
import { v0_1 } from "../versions/v0_1.ts";
import { v0_3 } from "../versions/v0_3.ts";
import { withoutStash } from "./compat.ts";

const { getTaskPushNotificationConfig: row } = v0_3.operations;
const { getTaskPushNotificationConfig: older } = v0_1.operations;
if (!row || !older) throw new Error("both versions have webhooks");

const wire = {
  taskId: "t",
  pushNotificationConfig: {
    id: "c",
    url: "https://h.example",
    authentication: { schemes: ["Bearer", "Basic"], credentials: "k" },
  },
};

describe("R-239 webhooks", () => {
  it("carry their wire form where the model cannot represent it", () => {
    const config = row.decodeOutput(wire);
    expect(withoutStash(config)).toStrictEqual({
      taskId: "t",
      id: "c",
      url: "https://h.example",
      authentication: { scheme: "Bearer", credentials: "k" },
    });
    expect(row.encodeOutput(config)).toStrictEqual(wire);
    expect(row.encodeOutput(JSON.parse(JSON.stringify(config)))).toStrictEqual(wire);
  });

  it("carry no wire form where the model can represent it", () => {
    const plain = { taskId: "t", pushNotificationConfig: { id: "c", url: "https://h.example" } };
    expect(row.decodeOutput(plain)).toStrictEqual({ taskId: "t", id: "c", url: "https://h.example" });
  });

  it("keep later edits instead of the wire form", () => {
    const moved = { ...row.decodeOutput(wire), url: "https://moved.example" };
    expect(row.encodeOutput(moved)).toMatchObject({
      pushNotificationConfig: { url: "https://moved.example", authentication: { schemes: ["Bearer"] } },
    });
  });

  it("of 0.1 preserve unknown members", () => {
    const own = {
      id: "t",
      pushNotificationConfig: { url: "https://h.example", authentication: { schemes: ["JWT"], jwks: null } },
    };
    expect(older.encodeOutput(older.decodeOutput(own))).toStrictEqual(own);
    expect(() => older.decodeOutput({ id: "t", pushNotificationConfig: null })).toThrow(
      "has no push notification configuration",
    );
  });
});
