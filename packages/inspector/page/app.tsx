import { Artifacts } from "./panels/artifacts.tsx";
import { Card } from "./panels/card.tsx";
import { Conformance } from "./panels/conformance.tsx";
import { ConnectBar } from "./panels/connect-bar.tsx";
import { Conversation } from "./panels/conversation.tsx";
import { Locked } from "./panels/locked.tsx";
import { Metrics } from "./panels/metrics.tsx";
import { Push } from "./panels/push.tsx";
import { Tasks } from "./panels/tasks.tsx";
import { Wire } from "./panels/wire.tsx";
import { host, type Panel, panel, panels, phase, seen } from "./state/store.ts";

/** The whole page. */
export function App() {
  if (phase.value === "starting") return <p class="blank">Opening…</p>;
  if (phase.value === "locked") return <Locked />;
  return (
    <div class="app">
      <ConnectBar />
      <Navigation />
      <main class="main" aria-label={panel.value}>
        <Shown panel={panel.value} />
      </main>
      <Wire />
    </div>
  );
}

function Navigation() {
  const { model } = seen.value;
  const counts: Partial<Record<Panel, number>> = {
    Card: model.connected?.document?.findings.filter(({ severity }) => severity === "error").length ?? 0,
    Push: model.deliveries.length,
    Conformance: model.checks.filter(({ outcome, level }) => outcome === "failed" && level === "MUST").length,
  };
  const isOffered = (name: Panel) =>
    (name !== "Conformance" || host.value?.conformance) && (name !== "Metrics" || host.value?.metrics);
  return (
    <nav class="nav" aria-label="Panels">
      {panels.filter(isOffered).map((name) => (
        <button
          type="button"
          key={name}
          aria-current={panel.value === name ? "page" : undefined}
          onClick={() => {
            panel.value = name;
          }}
        >
          {name}
          {(counts[name] ?? 0) > 0 && <span class={name === "Push" ? "count" : "count bad"}>{counts[name]}</span>}
        </button>
      ))}
    </nav>
  );
}

function Shown({ panel: name }: { panel: Panel }) {
  switch (name) {
    case "Conversation":
      return <Conversation />;
    case "Artifacts":
      return <Artifacts />;
    case "Tasks":
      return <Tasks />;
    case "Card":
      return <Card />;
    case "Push":
      return <Push />;
    case "Conformance":
      return <Conformance />;
    case "Metrics":
      return <Metrics />;
  }
}
