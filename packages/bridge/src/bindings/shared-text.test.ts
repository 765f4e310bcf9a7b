import { describe, expect, it } from "vitest";
import type { StreamItem } from "./reply.ts";
import { envelope, SharedText } from "./shared-text.ts";

const event = { statusUpdate: { taskId: "t", contextId: "c", status: { state: "TASK_STATE_WORKING" as const } } };

/** An item that counts how often its JSON is read. */
function counted(seq: number): StreamItem & { reads: number } {
  return {
    event,
    seq,
    reads: 0,
    get json() {
      this.reads += 1;
      return `{"n":${seq}}`;
    },
  };
}

const front = (id: number) => envelope(`{"id":${id},"result":`, "}");

describe("the text shared by readers of one log", () => {
  it("is joined once for readers with the same envelope", () => {
    const shared = new SharedText();
    const batch = [counted(1), counted(2)];
    const texts = [1, 1, 1].map((id) => shared.of([...batch], front(id)));
    expect(texts[0]).toBe('id: 1\ndata: {"id":1,"result":{"n":1}}\n\nid: 2\ndata: {"id":1,"result":{"n":2}}\n\n');
    expect(new Set(texts).size).toBe(1);
    expect(batch.map(({ reads }) => reads)).toEqual([1, 1]);
  });

  it("serves readers with other request ids without reading the events again", () => {
    const shared = new SharedText();
    const batch = [counted(1), counted(2)];
    for (let id = 1; id <= 50; id++) {
      expect(shared.of([...batch], front(id))).toBe(
        `id: 1\ndata: {"id":${id},"result":{"n":1}}\n\nid: 2\ndata: {"id":${id},"result":{"n":2}}\n\n`,
      );
    }
    expect(batch.map(({ reads }) => reads)).toEqual([2, 2]);
  });

  it("does not access events whose JSON is available", () => {
    const lazy: StreamItem = {
      json: "{}",
      get event(): StreamItem["event"] {
        throw new Error("the event was made for nothing");
      },
    };
    expect(new SharedText().of([lazy], front(1))).toBe('data: {"id":1,"result":{}}\n\n');
  });

  it("is not reused for other or fewer events, or another binding", () => {
    const shared = new SharedText();
    const [one, two, three] = [counted(1), counted(2), counted(3)];
    shared.of([one, two], front(1));
    expect(shared.of([one, two, three], front(1))).toContain('{"n":3}');
    expect(shared.of([one], front(1))).not.toContain('{"n":2}');
    expect(shared.of([one, two], envelope("", ""))).toBe('id: 1\ndata: {"n":1}\n\nid: 2\ndata: {"n":2}\n\n');
  });

  it("comes in pieces where it is long, so that nothing is joined", () => {
    const json = JSON.stringify({ text: "x".repeat(100_000) });
    const pieces = new SharedText().of([{ event, seq: 7, json }], front(1));
    expect(pieces).toEqual(['id: 7\ndata: {"id":1,"result":', json, "}\n\n"]);
  });
});
