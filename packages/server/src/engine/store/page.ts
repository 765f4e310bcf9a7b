import type { Message } from "@a2a/types";
import { MAX_CONTEXT_SIZE, MAX_PAGE_SIZE } from "../port/limits.ts";
import type { ListCursor } from "../port/task-engine.ts";

/** A task on a page. */
interface PagedTask<Row extends ListCursor> {
  readonly row: Row;
  readonly json: string;
}

/**
 * Collects tasks in order until the page has the requested number, or enough characters, but at least one task. Does not serialize
 * further tasks.
 *
 * @param tasks The tasks from the start of the page, with at least one more than the page holds if there are more.
 */
export function collectPage<Task, Row extends ListCursor>(
  tasks: Iterable<Task>,
  pageSize: number,
  read: (task: Task) => PagedTask<Row>,
): { readonly tasks: PagedTask<Row>[]; readonly next: ListCursor | undefined } {
  const page: PagedTask<Row>[] = [];
  let characters = 0;
  for (const task of tasks) {
    const last = page.at(-1)?.row;
    if (last && (page.length >= pageSize || characters >= MAX_PAGE_SIZE)) {
      return { tasks: page, next: { statusAt: last.statusAt, id: last.id } };
    }
    const paged = read(task);
    characters += paged.json.length;
    page.push(paged);
  }
  return { tasks: page, next: undefined };
}

/**
 * The latest messages of a conversation, oldest first, up to a number and a size.
 *
 * @param latestFirst The messages of each task or exchange of the conversation, oldest first; the latest task first.
 */
export function latestMessages(latestFirst: Iterable<readonly Message[]>, limit: number): Message[] {
  const messages: Message[] = [];
  let characters = 0;
  for (const said of latestFirst) {
    for (const message of said.toReversed()) {
      characters += JSON.stringify(message).length;
      if (messages.length >= limit || characters > MAX_CONTEXT_SIZE) return messages.reverse();
      messages.push(message);
    }
    if (messages.length >= limit) break;
  }
  return messages.reverse();
}
