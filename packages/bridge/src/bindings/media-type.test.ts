import { describe, expect, it } from "vitest";
import { acceptsOnlyEvents, answerType, isJsonType, mediaType } from "./media-type.ts";
import { isEventStream } from "./sse-decode.ts";

describe("R-143 media types", () => {
  it.each([
    ["application/json", true],
    ["application/a2a+json", true],
    ["Application/JSON; charset=UTF-8", true],
    [" application/json ;x=1", true],
    [undefined, true],
    ["", true],
    ["application/xml", false],
    ["application/problem+json", false],
    ["text/json", false],
  ])("of a request: %j is accepted: %j", (header, taken) => {
    expect(isJsonType(header)).toBe(taken);
  });

  it.each([
    [undefined, "application/a2a+json"],
    ["*/*", "application/a2a+json"],
    ["application/*", "application/a2a+json"],
    ["application/json", "application/json"],
    ["application/json;q=0.9, text/event-stream", "application/json"],
    ["application/json, application/a2a+json", "application/a2a+json"],
    ["text/html", "application/a2a+json"],
  ])("of an answer to %j is %s", (accept, type) => {
    expect(answerType(accept, "application/a2a+json")).toBe(type);
  });

  it("of streams is recognized regardless of parameters", () => {
    expect(isEventStream("text/event-stream;charset=utf-8")).toBe(true);
    expect(isEventStream("text/plain")).toBe(false);
    expect(isEventStream(undefined)).toBe(false);
    expect(mediaType("Text/Event-Stream ; x")).toBe("text/event-stream");
  });
});

it.each([
  ["text/event-stream", true],
  ["*/*, text/event-stream", true],
  ["text/event-stream, application/json", false],
  ["*/*", false],
  [undefined, false],
])("Accept: %s asks for events only: %s", (accept, only) => {
  expect(acceptsOnlyEvents(accept)).toBe(only);
});
