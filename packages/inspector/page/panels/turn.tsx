import { isInterrupted, isTerminal, type Message, type Task } from "@a2a/types";
import { useState } from "preact/hooks";
import { formFields, schemaOf } from "../parts/form-fields.ts";
import { Parts } from "../parts/parts.tsx";
import { StateChip } from "../parts/state-chip.tsx";
import { spanOf } from "../parts/time.ts";
import { api } from "../state/api.ts";
import type { Turn } from "../state/model.ts";
import { choose, seen } from "../state/store.ts";
import type { TaskLog } from "../state/task-log.ts";
import { QuestionForm } from "./question-form.tsx";

/** A message of the user, and the answer as it was at a moment. */
export function TurnView({
  turn,
  log,
  task,
  isNewest,
  until,
}: {
  turn: Turn;
  log: TaskLog | undefined;
  task: Task | undefined;
  /** Whether it is the newest turn of its task. */
  isNewest: boolean;
  /** The last journal entry to show; without it, all. */
  until: number | undefined;
}) {
  // The turn and the log are changed in place.
  void seen.value;
  const [error, setError] = useState("");
  const artifacts = (task?.artifacts ?? []).filter(({ artifactId }) => turn.artifactIds.includes(artifactId));
  const question = isNewest && task && isInterrupted(task.status.state) ? task.status.message : undefined;
  const messages = turn.messages.filter(
    ({ n, message }) => (until === undefined || n <= until) && message.messageId !== question?.messageId,
  );
  const isOver = turn.end !== undefined && (until === undefined || turn.end.n <= until);
  const isWorking = !isOver && !(task && isInterrupted(task.status.state));
  const count = log?.rows.filter(({ event, n }) => event && (until === undefined || n <= until)).length ?? 0;
  const cancel = async (id: string) => {
    setError("");
    try {
      const { connection } = turn;
      await api.call("cancelTask", { id }, { connection });
      // A task that has asked something has no stream that would report it.
      if (!log?.isLive) await api.follow({ taskId: id, connection });
    } catch (failure) {
      setError((failure as Error).message);
    }
  };
  return (
    <article class="turn">
      <div class="bubble user">
        <Parts parts={turn.message.parts} />
      </div>
      <div class="agent">
        {messages.map(({ message }) => (
          <div key={message.messageId} class="said">
            <Parts parts={message.parts} />
          </div>
        ))}
        {artifacts.map((artifact) => (
          <div key={artifact.artifactId} class="result">
            <span class="result-name">{artifact.name ?? artifact.artifactId}</span>
            <Parts parts={artifact.parts} />
          </div>
        ))}
        {question && task && <Question question={question} taskId={task.id} connection={turn.connection} />}
        {isOver && turn.error !== undefined && <p class="error">{turn.error}</p>}
        {error !== "" && (
          <p class="error" role="alert">
            {error}
          </p>
        )}
        <footer>
          {task && isNewest && <StateChip state={task.status.state} />}
          {isWorking && !(task && isNewest) && <span class="busy">working…</span>}
          {isOver && turn.end && <span class="muted figures">{spanOf(turn.end.at - turn.at)}</span>}
          {log && (
            <button type="button" class="quiet" onClick={() => choose(log.key)}>
              {count} {count === 1 ? "event" : "events"}
            </button>
          )}
          {task && isNewest && until === undefined && !isTerminal(task.status.state) && (
            <button type="button" class="quiet" onClick={() => void cancel(task.id)}>
              Cancel task
            </button>
          )}
        </footer>
      </div>
    </article>
  );
}

/** A question, with a form where it carries a schema that the page has inputs for. */
function Question({
  question: { parts },
  taskId,
  connection,
}: {
  question: Message;
  taskId: string;
  connection: number;
}) {
  const streams = seen.value.model.connections.get(connection)?.card.capabilities.streaming !== false;
  const schema = schemaOf(parts);
  const fields = formFields(schema);
  const shown = fields ? parts.filter((part) => !("data" in part) || part.data !== schema) : parts;
  return (
    <div class="question" role="note" aria-label="Question">
      <Parts parts={shown} />
      {fields && <QuestionForm fields={fields} taskId={taskId} connection={connection} streams={streams} />}
      <small>{fields ? "Fill in the form, or answer in words below." : "Your next message answers this."}</small>
    </div>
  );
}
