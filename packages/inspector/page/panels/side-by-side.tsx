import { useState } from "preact/hooks";
import type { Connected } from "../../src/protocol/journal.ts";
import { Empty } from "../parts/empty.tsx";
import { Failure } from "../parts/failure.tsx";
import { Initial } from "../parts/initial.tsx";
import { api } from "../state/api.ts";
import { connectTo, host, panel, seen, showAgent } from "../state/store.ts";
import { Messages } from "./messages.tsx";

/** Several agents beside each other, with one message for all of them. */
export function SideBySide() {
  const { model } = seen.value;
  const [text, setText] = useState("");
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [error, setError] = useState("");
  const agents = [...model.connections.values()];
  const missing = (host.value?.agents ?? []).filter(({ url }) => !agents.some(({ address }) => address === url));
  const asked = agents.filter(({ address }) => !left.has(address));
  const connectAll = () => Promise.all(missing.map(({ url }) => connectTo({ agent: url, background: true })));
  const send = async () => {
    setError("");
    try {
      const parts = [{ text }];
      await Promise.all(
        asked.map(({ connection, card }) =>
          api.sendTo({ connection, parts, mode: card.capabilities.streaming === false ? "wait" : "stream" }),
        ),
      );
      setText("");
    } catch (failure) {
      setError((failure as Error).message);
    }
  };
  return (
    <div class="beside">
      {missing.length > 0 && (
        <div class="strip">
          <span>
            {missing.length === 1 ? "One more agent is" : `${missing.length} more agents are`} available here:{" "}
            {missing.map(({ name }) => name).join(", ")}.
          </span>
          <button type="button" onClick={() => void connectAll()}>
            Connect {missing.length === 1 ? "it" : "all"}
          </button>
        </div>
      )}
      {agents.length === 0 ? (
        <Empty icon="Side by side" title="No agents to compare">
          Connect to two or more agents, then ask all of them the same.
        </Empty>
      ) : (
        <div class="columns">
          {agents.map((agent) => (
            <Column
              key={agent.connection}
              agent={agent}
              isAsked={!left.has(agent.address)}
              onAsked={(isAsked) => {
                const others = new Set(left);
                if (isAsked) others.delete(agent.address);
                else others.add(agent.address);
                setLeft(others);
              }}
            />
          ))}
        </div>
      )}
      <form
        class="composer pane"
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() !== "") void send();
        }}
      >
        <div class="composer-row">
          <input
            aria-label="Message to all"
            placeholder="Ask all of them"
            value={text}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
          <button type="submit" class="primary" disabled={asked.length === 0 || text.trim() === ""}>
            Send to {asked.length === 1 ? "one agent" : `${asked.length} agents`}
          </button>
        </div>
        <Failure reason={error} />
      </form>
    </div>
  );
}

function Column({
  agent: { card, connection, version, binding, address },
  isAsked,
  onAsked,
}: {
  agent: Connected;
  isAsked: boolean;
  onAsked(isAsked: boolean): void;
}) {
  return (
    <section class="pane" aria-label={`${card.name} at ${address}`}>
      <div class="pane-head">
        <Initial name={card.name} />
        <button
          type="button"
          class="column-name"
          onClick={() => {
            showAgent(connection);
            panel.value = "Conversation";
          }}
        >
          {card.name}
        </button>
        <span class="chip">
          {version} · {binding}
        </span>
        <span class="spring" />
        <label class="inline">
          <input type="checkbox" checked={isAsked} onChange={({ currentTarget }) => onAsked(currentTarget.checked)} />
          Ask
        </label>
      </div>
      <Messages
        connection={connection}
        turns={seen.value.model.turnsOf(connection)}
        label={`Messages of ${card.name} at ${address}`}
      >
        <p class="about-text muted">{card.description}</p>
      </Messages>
    </section>
  );
}
