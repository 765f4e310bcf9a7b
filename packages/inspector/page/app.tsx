import { effect } from "@preact/signals";
import { Artifacts } from "./panels/artifacts.tsx";
import { Card } from "./panels/card.tsx";
import { Conformance } from "./panels/conformance.tsx";
import { ConnectBar } from "./panels/connect-bar.tsx";
import { Conversation } from "./panels/conversation.tsx";
import { Locked } from "./panels/locked.tsx";
import { Metrics } from "./panels/metrics.tsx";
import { Palette } from "./panels/palette.tsx";
import { Past } from "./panels/past.tsx";
import { Push } from "./panels/push.tsx";
import { SideBySide } from "./panels/side-by-side.tsx";
import { Sidebar } from "./panels/sidebar.tsx";
import { Tasks } from "./panels/tasks.tsx";
import { Wire } from "./panels/wire.tsx";
import { hereFragment } from "./state/here.ts";
import { connected, type Panel, panel, phase } from "./state/store.ts";

// The address names the place that is shown, so that a reload and a copied address lead back to it.
effect(() => {
  if (phase.value === "ready" && connected.value) history.replaceState(undefined, "", hereFragment());
});

/** The whole page. */
export function App() {
  if (phase.value === "starting") return <p class="starting">Opening…</p>;
  if (phase.value === "locked") return <Locked />;
  return (
    <div class="app">
      <Sidebar />
      <ConnectBar />
      <main class="main" aria-label={panel.value}>
        <Past />
        <Shown panel={panel.value} />
      </main>
      <Wire />
      <Palette />
    </div>
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
    case "Side by side":
      return <SideBySide />;
  }
}
