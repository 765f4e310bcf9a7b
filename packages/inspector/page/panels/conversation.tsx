import { isInterrupted, isTerminal, type Message } from "@a2a/types";
import { useRef, useState } from "preact/hooks";
import { useFollow } from "../parts/follow.ts";
import { formFields, schemaOf } from "../parts/form-fields.ts";
import { Initial } from "../parts/initial.tsx";
import { Parts } from "../parts/parts.tsx";
import { StateChip } from "../parts/state-chip.tsx";
import { api } from "../state/api.ts";
import type { Turn } from "../state/model.ts";
import { choose, seen } from "../state/store.ts";
import { Composer } from "./composer.tsx";
import { QuestionForm } from "./question-form.tsx";
import { Timeline } from "./timeline.tsx";

/** What was said, beside the log of the task. */
export function Conversation() {
  return (
    <div class="split">
      <Chat />
      <Timeline />
    </div>
  );
}

function Chat() {
  const { model } = seen.value;
  const { connected } = model;
  const [fresh, setFresh] = useState(0);
  const log = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const turns = [...model.turns.values()].filter(({ connection }) => connection === connected?.connection);
  const shown = turns.filter(({ call }) => call > fresh);
  const last = shown.at(-1);
  const task = last?.taskKey === undefined ? undefined : model.logs.get(last.taskKey)?.task;
  // A question is answered within its task; otherwise the conversation goes on in its context.
  const asked = task && isInterrupted(task.status.state) ? task.id : undefined;
  const contextId = task?.contextId;
  // What the user says comes into view, wherever the user was reading.
  useFollow(log, content, last?.call);
  if (connected === undefined) {
    return (
      <section class="pane blank" aria-label="Chat">
        <p>Connect to an agent to talk to it.</p>
      </section>
    );
  }
  return (
    <section class="pane" aria-label="Chat">
      <div class="pane-head">
        <Initial name={connected.card.name} />
        <h2>{connected.card.name}</h2>
        {shown.length > 0 && (
          <button type="button" class="quiet" onClick={() => setFresh(last?.call ?? 0)}>
            New conversation
          </button>
        )}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: without the focus, keys would not scroll it. */}
      <div ref={log} class="chat" role="log" aria-label="Messages" tabIndex={0}>
        <div ref={content}>
          {shown.length === 0 && <Suggestions />}
          {shown.map((turn) => (
            <TurnView key={turn.call} turn={turn} />
          ))}
        </div>
      </div>
      <Composer taskId={asked} contextId={contextId} modes={connected.card.capabilities.streaming !== false} />
    </section>
  );
}

/** What the agent says about itself, with the examples of its skills. */
function Suggestions() {
  const card = seen.value.model.connected?.card;
  const examples = (card?.skills ?? []).flatMap(({ examples: given = [] }) => given).slice(0, 6);
  return (
    <div class="about">
      <p>{card?.description}</p>
      <div class="examples">
        {examples.map((text) => (
          <button
            key={text}
            type="button"
            class="quiet"
            onClick={() => void api.send({ parts: [{ text }], mode: "stream" })}
          >
            {text}
          </button>
        ))}
      </div>
    </div>
  );
}

/** A question, with a form where it carries a schema that the page has inputs for. */
function Question({ question: { parts }, taskId }: { question: Message; taskId: string }) {
  const streams = seen.value.model.connected?.card.capabilities.streaming !== false;
  const schema = schemaOf(parts);
  const fields = formFields(schema);
  const shown = fields ? parts.filter((part) => !("data" in part) || part.data !== schema) : parts;
  return (
    <div class="question" role="note" aria-label="Question">
      <Parts parts={shown} />
      {fields && <QuestionForm fields={fields} taskId={taskId} streams={streams} />}
      <small>{fields ? "Fill in the form, or answer in words below." : "Your next message answers this."}</small>
    </div>
  );
}

function TurnView({ turn }: { turn: Turn }) {
  const { model } = seen.value;
  const [error, setError] = useState("");
  const log = turn.taskKey === undefined ? undefined : model.logs.get(turn.taskKey);
  const task = log?.task;
  const artifacts = (task?.artifacts ?? []).filter(({ artifactId }) => turn.artifactIds.includes(artifactId));
  const isNewest = [...model.turns.values()].findLast(({ taskKey }) => taskKey === turn.taskKey) === turn;
  const question = isNewest && task && isInterrupted(task.status.state) ? task.status.message : undefined;
  const cancel = async (id: string) => {
    setError("");
    try {
      await api.call("cancelTask", { id });
      // A task that has asked something has no stream that would tell.
      if (!log?.isLive) await api.follow(id);
    } catch (failure) {
      setError((failure as Error).message);
    }
  };
  return (
    <article class="turn">
      <div class="bubble user">
        <Parts parts={turn.message.parts} />
      </div>
      <div class="bubble agent">
        {turn.messages
          .filter(({ messageId }) => messageId !== question?.messageId)
          .map((message) => (
            <div key={message.messageId} class="said">
              <Parts parts={message.parts} />
            </div>
          ))}
        {artifacts.map((artifact) => (
          <div key={artifact.artifactId} class="result">
            <small>{artifact.name ?? artifact.artifactId}</small>
            <Parts parts={artifact.parts} />
          </div>
        ))}
        {question && task && <Question question={question} taskId={task.id} />}
        {turn.error !== undefined && <p class="error">{turn.error}</p>}
        {error !== "" && (
          <p class="error" role="alert">
            {error}
          </p>
        )}
        <footer>
          {task && isNewest && <StateChip state={task.status.state} />}
          {!turn.isOver && !(task && isInterrupted(task.status.state)) && <span class="busy">working…</span>}
          {log && (
            <button type="button" class="quiet" onClick={() => choose(log.key)}>
              {log.rows.length} {log.rows.length === 1 ? "event" : "events"}
            </button>
          )}
          {task && isNewest && !isTerminal(task.status.state) && (
            <button type="button" class="quiet" onClick={() => void cancel(task.id)}>
              Cancel task
            </button>
          )}
        </footer>
      </div>
    </article>
  );
}
