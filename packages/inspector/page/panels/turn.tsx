import { isInterrupted, isJsonObject, isTerminal, type Message, type Part, type Task } from "@a2a/types";
import { useState } from "preact/hooks";
import { Failure } from "../parts/failure.tsx";
import { formFields, schemaOf } from "../parts/form-fields.ts";
import { Parts } from "../parts/parts.tsx";
import { StateChip } from "../parts/state-chip.tsx";
import { spanOf } from "../parts/time.ts";
import { api } from "../state/api.ts";
import type { Turn } from "../state/model.ts";
import { choose, seen } from "../state/store.ts";
import type { TaskLog } from "../state/task-log.ts";
import { QuestionForm } from "./question-form.tsx";
import { scopesToLogInFor, TaskLogin } from "./task-login.tsx";

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
        {question && task && <Question question={question} task={task} connection={turn.connection} />}
        {isOver && turn.error !== undefined && <p class="error">{turn.error}</p>}
        <Failure reason={error} />
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

/** A question, with a form where it carries a schema that the page has inputs for, or with the login that it asks for. */
function Question({ question: { parts }, task, connection }: { question: Message; task: Task; connection: number }) {
  const card = seen.value.model.connections.get(connection)?.card;
  const streams = card?.capabilities.streaming !== false;
  const schema = schemaOf(parts);
  const fields = formFields(schema);
  const scopes = scopesToLogInFor(task, card);
  const isDrawn = (part: Part) => "data" in part && (fields ? part.data === schema : scopes && hasScopes(part.data));
  return (
    <div class="question" role="note" aria-label="Question">
      <Parts parts={parts.filter((part) => !isDrawn(part))} />
      {fields && <QuestionForm fields={fields} taskId={task.id} connection={connection} streams={streams} />}
      {scopes && <TaskLogin scopes={scopes} taskId={task.id} connection={connection} />}
      <small>{hintFor(fields !== undefined, scopes !== undefined)}</small>
    </div>
  );
}

function hasScopes(data: unknown): boolean {
  return isJsonObject(data) && Array.isArray(data.scopes);
}

function hintFor(hasForm: boolean, hasLogin: boolean): string {
  if (hasLogin) return "The task continues when you have logged in.";
  return hasForm ? "Fill in the form, or answer in words below." : "Your next message answers this.";
}
