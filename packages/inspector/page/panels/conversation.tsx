import { isInterrupted } from "@a2a/types";
import { useRef } from "preact/hooks";
import { NoAgent } from "../parts/empty.tsx";
import { useFollow } from "../parts/follow.ts";
import { Icon } from "../parts/icons.tsx";
import { Initial } from "../parts/initial.tsx";
import { api } from "../state/api.ts";
import { asOf, connected, freshAfter, seen, startConversation } from "../state/store.ts";
import { taskAsOf } from "../state/task-log.ts";
import { Composer } from "./composer.tsx";
import { Timeline } from "./timeline.tsx";
import { TurnView } from "./turn.tsx";

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
  const agent = connected.value;
  const until = asOf.value;
  const log = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const fresh = agent ? (freshAfter.value[agent.connection] ?? 0) : 0;
  const all = agent ? model.turnsOf(agent.connection).filter(({ call }) => call > fresh) : [];
  const turns = until === undefined ? all : all.filter(({ n }) => n <= until);
  const last = all.at(-1);
  const task = last?.taskKey === undefined ? undefined : model.logs.get(last.taskKey)?.task;
  // A question is answered within its task; otherwise the conversation continues in its context.
  const asked = task && isInterrupted(task.status.state) ? task.id : undefined;
  // What the user says comes into view, wherever the user was reading.
  useFollow(log, content, agent && `${agent.connection}/${last?.call ?? ""}`);
  if (agent === undefined) {
    return (
      <section class="pane" aria-label="Chat">
        <NoAgent />
      </section>
    );
  }
  return (
    <section class="pane" aria-label="Chat">
      <div class="pane-head">
        <Initial name={agent.card.name} />
        <h2>{agent.card.name}</h2>
        <span class="chip" title={agent.url}>
          {agent.version} · {agent.binding}
        </span>
        <span class="spring" />
        {all.length > 0 && (
          <button type="button" class="quiet" onClick={startConversation}>
            <Icon name="plus" /> <span class="label">New conversation</span>
          </button>
        )}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: without the focus, keys would not scroll it. */}
      <div ref={log} class="chat" role="log" aria-label="Messages" tabIndex={0}>
        <div ref={content}>
          {turns.length === 0 && <Suggestions connection={agent.connection} />}
          {turns.map((turn) => {
            const found = turn.taskKey === undefined ? undefined : model.logs.get(turn.taskKey);
            const isNewest = turns.findLast(({ taskKey }) => taskKey === turn.taskKey) === turn;
            return (
              <TurnView
                key={turn.call}
                turn={turn}
                log={found}
                task={found && taskAsOf(found, until)}
                isNewest={isNewest}
                until={until}
              />
            );
          })}
        </div>
      </div>
      <Composer
        connection={agent.connection}
        taskId={asked}
        contextId={task?.contextId}
        streams={agent.card.capabilities.streaming !== false}
      />
    </section>
  );
}

/** What the agent says about itself, with the examples of its skills. */
function Suggestions({ connection }: { connection: number }) {
  const card = connected.value?.card;
  const examples = (card?.skills ?? []).flatMap(({ examples: given = [] }) => given).slice(0, 6);
  return (
    <div class="about">
      <Initial name={card?.name ?? ""} />
      <p class="about-text">{card?.description}</p>
      <div class="examples">
        {examples.map((text) => (
          <button
            key={text}
            type="button"
            onClick={() => void api.send({ connection, parts: [{ text }], mode: "stream" })}
          >
            {text}
          </button>
        ))}
      </div>
    </div>
  );
}
