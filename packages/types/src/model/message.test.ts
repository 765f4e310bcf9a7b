import { describe, expect, it } from "vitest";
import { MessageSchema } from "../schemas/message.ts";
import { agentMessage, createMessage, toParts, userText } from "./message.ts";

describe("createMessage (S3-25)", () => {
  it("is a message of the user with one text part and a fresh id", () => {
    const message = createMessage("Tides in Kiel?");
    expect(message).toStrictEqual({
      messageId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      role: "ROLE_USER",
      parts: [{ text: "Tides in Kiel?" }],
    });
    expect(createMessage("Tides in Kiel?").messageId).not.toBe(message.messageId);
  });

  it("accepts an id and other members", () => {
    const options = { messageId: "m-1", taskId: "t-1", contextId: "c-1", metadata: { a: 1 } };
    const message = createMessage([{ text: "a" }, { data: [1] }], options);
    expect(message).toStrictEqual({ ...options, role: "ROLE_USER", parts: [{ text: "a" }, { data: [1] }] });
    expect(MessageSchema.parse(message)).toStrictEqual(message);
  });

  it("differs from a message of the agent in its role", () => {
    expect(agentMessage({ text: "a" }, { messageId: "m" })).toStrictEqual({
      ...userText("a", { messageId: "m" }),
      role: "ROLE_AGENT",
    });
  });
});

describe("toParts", () => {
  it("converts a text, one part or several to a list", () => {
    expect(toParts("a")).toStrictEqual([{ text: "a" }]);
    expect(toParts({ data: null })).toStrictEqual([{ data: null }]);
    expect(toParts([{ text: "a" }, { url: "u" }])).toStrictEqual([{ text: "a" }, { url: "u" }]);
  });
});
