import type { StreamItem } from "./reply.ts";
import { SharedText } from "./shared-text.ts";

/** Writes the events of one stream as the text of server-sent events, in the version and binding of its reader. */
export interface StreamWriter {
  /** The text of a batch, or a long one in pieces; `shared` holds the text of other readers of the same events. */
  batch(items: readonly StreamItem[], shared: SharedText): string | readonly string[];
  /** The text after the last event, or empty. */
  end(): string;
  /** The text that ends the stream when it fails. */
  error(error: unknown): string;
}

/**
 * The body of a streaming response: batches of events and their writer. Any consumer can read it as text; a listener that serves
 * many readers takes the batches and writes them itself, so that readers of one log share text.
 */
export class EventStream implements AsyncIterable<string> {
  readonly batches: AsyncIterable<readonly StreamItem[]>;
  readonly writer: StreamWriter;

  constructor(batches: AsyncIterable<readonly StreamItem[]>, writer: StreamWriter) {
    this.batches = batches;
    this.writer = writer;
  }

  /** Not an async generator: `return` on one that is waiting takes effect only after the next event. */
  [Symbol.asyncIterator](): AsyncIterator<string, undefined> {
    const { writer } = this;
    const source = this.batches[Symbol.asyncIterator]();
    const shared = new SharedText();
    let isOver = false;
    const write = ({ done, value }: IteratorResult<readonly StreamItem[]>): IteratorResult<string, undefined> => {
      if (!done) {
        const text = writer.batch(value, shared);
        return { done: false, value: typeof text === "string" ? text : text.join("") };
      }
      isOver = true;
      const text = writer.end();
      return text === "" ? DONE : { done: false, value: text };
    };
    const fail = (error: unknown): IteratorResult<string, undefined> => {
      isOver = true;
      return { done: false, value: writer.error(error) };
    };
    return {
      next: () => (isOver ? Promise.resolve(DONE) : source.next().then(write).catch(fail)),
      async return() {
        isOver = true;
        await source.return?.();
        return DONE;
      },
    };
  }
}

const DONE = { done: true as const, value: undefined };
