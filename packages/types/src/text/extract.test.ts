import { describe, expect, it } from "vitest";
import { agentMessage } from "../model/message.ts";
import type { Part } from "../model/part.ts";
import type { StreamResponse } from "../model/stream-response.ts";
import { extractQuestion, extractText, firstText, statusText, streamedText } from "./extract.ts";

function artifacts(...lists: Part[][]) {
  return { artifacts: lists.map((parts, index) => ({ artifactId: `a-${index}`, parts })) };
}

function asking(...parts: Part[]) {
  return { status: { state: "TASK_STATE_INPUT_REQUIRED" as const, message: agentMessage(parts) } };
}

describe("extractText (S3-26)", () => {
  it("joins the text parts of all artifacts by line breaks", () => {
    expect(
      extractText(artifacts([{ text: "one" }, { data: 1 }, { text: "two" }], [{ text: "" }, { text: "three" }])),
    ).toBe("one\ntwo\n\nthree");
  });

  it("is undefined when there is no text part", () => {
    expect(extractText({})).toBeUndefined();
    expect(extractText(artifacts([{ url: "https://a.example" }]))).toBeUndefined();
  });

  it("is an empty text when the only text part is empty", () => {
    expect(extractText(artifacts([{ text: "" }]))).toBe("");
  });
});

describe("extractQuestion (S3-27)", () => {
  it("is the first text of the status message", () => {
    expect(extractQuestion(asking({ data: {} }, { text: "Which port?" }, { text: "Kiel?" }))).toBe("Which port?");
  });

  it("is a neutral sentence when nothing was asked in words", () => {
    expect(extractQuestion({ status: { state: "TASK_STATE_INPUT_REQUIRED" } })).toBe("Agent requires input");
    expect(extractQuestion(asking({ data: {} }))).toBe("Agent requires input");
  });
});

describe("firstText (S2-20)", () => {
  it("is the first text part of the first artifact that gives one", () => {
    expect(firstText(artifacts([{ data: 1 }, { text: "one" }, { text: "two" }], [{ text: "three" }]))).toBe("one");
  });

  it("goes on to the next artifact when the first text part is empty, hiding the rest of that artifact", () => {
    expect(firstText(artifacts([{ text: "" }, { text: "hidden" }], [{ data: 1 }], [{ text: "shown" }]))).toBe("shown");
  });

  it("is empty when no artifact gives a text", () => {
    expect(firstText({})).toBe("");
    expect(firstText(artifacts([{ text: "" }, { text: "hidden" }], [{ raw: "" }]))).toBe("");
  });
});

describe("statusText", () => {
  it("joins the text of the status message without a separator", () => {
    expect(statusText(asking({ text: "Which " }, { data: 1 }, { text: "port?" }))).toBe("Which port?");
  });

  it("is undefined when there is none", () => {
    expect(statusText({ status: { state: "TASK_STATE_WORKING" } })).toBeUndefined();
    expect(statusText(asking({ data: 1 }))).toBeUndefined();
  });
});

it("iterates over streamed text", async () => {
  const ids = { taskId: "t", contextId: "c" };
  const artifact = (text: string) => ({ artifactUpdate: { ...ids, artifact: { artifactId: "a", parts: [{ text }] } } });
  const chunks = async function* (): AsyncGenerator<StreamResponse> {
    yield { task: { id: "t", contextId: "c", status: { state: "TASK_STATE_SUBMITTED" } } };
    yield artifact("Hello, ");
    yield { statusUpdate: { ...ids, status: { state: "TASK_STATE_WORKING" } } };
    yield artifact("world");
    yield { message: { messageId: "m", role: "ROLE_AGENT", parts: [{ text: "!" }] } };
  };
  const texts: string[] = [];
  for await (const text of streamedText(chunks())) texts.push(text);
  expect(texts).toEqual(["Hello, ", "world", "!"]);
});
