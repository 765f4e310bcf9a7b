import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EventFrame } from "./event-frame.ts";
import { TextEntry } from "./log-entry.ts";
import { openLog, sealLog, sharedTexts } from "./sealed-log.ts";

describe("a sealed log", () => {
  it("restores its entries, for any text and from any offset", () => {
    // Now and then an entry too large to share a text with others.
    const content = fc.oneof(
      { weight: 40, arbitrary: fc.string({ unit: "binary" }).map((text) => JSON.stringify(text)) },
      { weight: 1, arbitrary: fc.constant(JSON.stringify("x".repeat(70_000))) },
    );
    const whole = fc.record({ content, answered: fc.option(fc.nat(), { nil: undefined }) });
    const chunk = fc.record({
      content,
      frame: fc.constantFrom(new EventFrame('{"a":', "}"), new EventFrame('{"b":[', "]}")),
    });
    const contents = fc.array(fc.oneof(whole, chunk), { minLength: 1, maxLength: 200 });
    // Texts that a task may share with its log, some of which its entries contain.
    const shared = fc.array(fc.oneof(content, fc.constant(`"${"x".repeat(20)}"`)), { maxLength: 4 });
    fc.assert(
      fc.property(contents, shared, fc.nat(210), fc.integer({ min: 1, max: 210 }), (all, texts, after, limit) => {
        const entries = all.map((one, index) => {
          const json = `{"whole":[${one.content},${texts[index % 5] ?? 0}]}`;
          if ("answered" in one) return new TextEntry(index + 1, index + 1, json, one.answered);
          const { frame, content: own } = one;
          return new TextEntry(index + 1, index + 1, [own], undefined, true, frame);
        });
        expect(openLog(sealLog(entries, texts), after, limit, texts).map(shown)).toEqual(
          entries.slice(after, after + limit).map(shown),
        );
      }),
    );
  });

  it("does not repeat what its task has", () => {
    const [id, contextId] = ["0198a2c0-0000-7000-8000-000000000001", "0198a2c0-0000-7000-8000-000000000002"];
    const artifact = `{"artifactId":"a","parts":[{"text":"${"long ".repeat(100)}"}]}`;
    const head = `{"id":"${id}","contextId":"${contextId}","status":{"state":"TASK_STATE_COMPLETED"}`;
    const task = sharedTexts({ head, artifacts: artifact, history: "", messages: 0 });
    const ids = `"${id}","contextId":"${contextId}"`;
    const entries = [
      // A shared text may be a piece, part of one, or spread over several.
      new TextEntry(1, 1, [
        '{"artifactUpdate":{"taskId":',
        ids,
        ',"artifact":',
        artifact.slice(0, 50),
        `${artifact.slice(50)}}}`,
      ]),
      new TextEntry(2, 2, `{"statusUpdate":{"taskId":${ids},"status":{"state":"TASK_STATE_COMPLETED"}}}`),
    ];
    const sealed = sealLog(entries, task);
    expect(String(sealed).length).toBeLessThan(100);
    expect(openLog(sealed, 0, 2, task).map(shown)).toEqual(entries.map(shown));
  });
});

function shown({ seq, generation, json, answered, isShown }: TextEntry): object {
  return { seq, generation, json, answered, isShown };
}
