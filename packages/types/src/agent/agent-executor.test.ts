import { describe, expect, it } from "vitest";
import { agentMessage } from "../model/message.ts";
import { artifact, ask, fail, progress, reject, requireAuth, save, status } from "./agent-executor.ts";

const said = (...parts: object[]) => ({ messageId: expect.any(String), role: "ROLE_AGENT", parts });

describe("steps of an agent", () => {
  it("change the status, with or without words", () => {
    expect(status("TASK_STATE_WORKING")).toStrictEqual({ status: { state: "TASK_STATE_WORKING" } });
    expect(status("TASK_STATE_WORKING", "half way", { percent: 50 })).toStrictEqual({
      status: { state: "TASK_STATE_WORKING", message: said({ text: "half way" }) },
      metadata: { percent: 50 },
    });
    const message = agentMessage("as it is");
    expect(status("TASK_STATE_COMPLETED", message).status.message).toBe(message);
  });

  it("make artifacts of a text, of parts or of an artifact without an id", () => {
    expect(artifact("tides")).toStrictEqual({
      artifact: { artifactId: expect.any(String), parts: [{ text: "tides" }] },
    });
    expect(artifact([{ data: 1 }], { append: true, lastChunk: true })).toStrictEqual({
      artifact: { artifactId: expect.any(String), parts: [{ data: 1 }] },
      append: true,
      lastChunk: true,
    });
    const whole = { artifactId: "a", name: "tides", parts: [{ text: "1" }] };
    expect(artifact(whole)).toStrictEqual({ artifact: whole });
  });

  it("ask, in words and with the form the answer should have", () => {
    expect(ask("Which port?").status).toStrictEqual({
      state: "TASK_STATE_INPUT_REQUIRED",
      message: said({ text: "Which port?" }),
    });
    expect(ask("Which port?", { schema: { type: "string" } }).status.message?.parts[1]).toStrictEqual({
      data: { type: "string" },
      mediaType: "application/schema+json",
    });
  });

  it("require credentials, naming where to get them", () => {
    expect(requireAuth("Sign in", { url: "https://id.example" }).status).toStrictEqual({
      state: "TASK_STATE_AUTH_REQUIRED",
      message: said({ text: "Sign in" }, { url: "https://id.example" }),
    });
  });

  it("decline, fail and keep a value", () => {
    expect(reject("not my trade").status).toMatchObject({ state: "TASK_STATE_REJECTED" });
    expect(fail("no boat").status).toMatchObject({ state: "TASK_STATE_FAILED", message: said({ text: "no boat" }) });
    expect(save({ step: 2 })).toStrictEqual({ save: { step: 2 } });
  });
});

it("reports progress as a fraction and a text", () => {
  expect(progress(0.4, "400 of 1,000 rows")).toMatchObject({
    status: {
      state: "TASK_STATE_WORKING",
      message: { parts: [{ text: "400 of 1,000 rows" }, { data: { progress: 0.4 } }] },
    },
  });
  expect(() => progress(40, "rows")).toThrow(new RangeError("progress: expected a fraction from 0 to 1, found 40"));
});
