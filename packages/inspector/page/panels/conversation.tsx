import { isInterrupted } from "@a2a/types";
import { NoAgent } from "../parts/empty.tsx";
import { Icon } from "../parts/icons.tsx";
import { Initial } from "../parts/initial.tsx";
import { api } from "../state/api.ts";
import { connected, freshAfter, seen, startConversation } from "../state/store.ts";
import { Composer } from "./composer.tsx";
import { Messages } from "./messages.tsx";
import { Timeline } from "./timeline.tsx";

/** The conversation, beside the log of the task. */
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
  const fresh = agent ? (freshAfter.value[agent.connection] ?? 0) : 0;
  const turns = agent ? model.turnsOf(agent.connection).filter(({ call }) => call > fresh) : [];
  const last = turns.at(-1);
  const task = last?.taskKey === undefined ? undefined : model.logs.get(last.taskKey)?.task;
  // A question is answered within its task; otherwise the conversation continues in its context.
  const asked = task && isInterrupted(task.status.state) ? task.id : undefined;
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
        {turns.length > 0 && (
          <button type="button" class="quiet" onClick={startConversation}>
            <Icon name="plus" /> <span class="label">New conversation</span>
          </button>
        )}
      </div>
      <Messages connection={agent.connection} turns={turns} label="Messages">
        <Suggestions connection={agent.connection} />
      </Messages>
      <Composer
        connection={agent.connection}
        taskId={asked}
        contextId={task?.contextId}
        streams={agent.card.capabilities.streaming !== false}
      />
    </section>
  );
}

/** The description of the agent, with the examples of its skills. */
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
