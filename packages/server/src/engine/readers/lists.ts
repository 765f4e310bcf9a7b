import type { Message, Task } from "@a2a/types";
import type { EngineState } from "../live/engine-state.ts";
import { MAX_CONTEXT_SIZE, MAX_PAGE_SIZE } from "../port/limits.ts";
import type { ContextHistoryOptions, ListCursor, ListQuery, Scope, StoredTask, TaskPage } from "../port/task-engine.ts";
import { atOnce, type ExchangeTexts, type TaskRecord } from "../store/task-store.ts";
import { storedTask } from "../text/stored-task.ts";

/** One page of tasks, which are serialized until it is full; see `TaskEngine.list`. */
export async function listTasks(state: EngineState, scope: Scope, query: ListQuery): Promise<TaskPage> {
  state.assertNotClosed();
  const found = await state.store.list(scope, query);
  const { totalSize } = found;
  const tasks: StoredTask[] = [];
  let last: ListCursor | undefined;
  let characters = 0;
  for (const record of found.tasks) {
    const isFull = tasks.length >= query.pageSize || characters >= MAX_PAGE_SIZE;
    if (last && isFull) return { tasks, totalSize, next: last };
    const { head } = record;
    const json = textOf(state, record).json(query.view);
    characters += json.length;
    tasks.push(storedTask(head, json));
    last = { statusAt: head.statusAt, id: head.id };
  }
  return { tasks, totalSize };
}

/** The latest messages of a context, oldest first; see `TaskEngine.contextHistory`. */
export async function contextHistory(
  state: EngineState,
  scope: Scope,
  contextId: string,
  { limit, exceptTaskId }: ContextHistoryOptions,
): Promise<Message[]> {
  state.assertNotClosed();
  const messages: Message[] = [];
  let characters = 0;
  for (const said of await state.store.conversation(scope, contextId, limit + 1)) {
    // Most contexts have more messages than requested.
    if (messages.length >= limit) break;
    if ("head" in said && said.head.id === exceptTaskId) continue;
    for (const message of messagesOf(state, said).toReversed()) {
      characters += JSON.stringify(message).length;
      if (messages.length >= limit || characters > MAX_CONTEXT_SIZE) return messages.reverse();
      messages.push(message);
    }
  }
  return messages.reverse();
}

function messagesOf(state: EngineState, said: TaskRecord | ExchangeTexts): readonly Message[] {
  if ("answer" in said) return [JSON.parse(said.message), JSON.parse(said.answer)] as Message[];
  const { history = [], status } = JSON.parse(textOf(state, said).json({ artifacts: false })) as Task;
  return status.message ? [...history, status.message] : history;
}

function textOf({ tasks, store }: EngineState, record: TaskRecord) {
  return record.text ?? tasks.peek(record.head.id)?.record?.text ?? atOnce(store.read(record)).text;
}
