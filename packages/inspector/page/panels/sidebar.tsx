import { Icon } from "../parts/icons.tsx";
import { Initial } from "../parts/initial.tsx";
import {
  connected,
  connectTo,
  host,
  isOffered,
  isPaletteOpen,
  type Panel,
  panel,
  panels,
  seen,
  showAgent,
} from "../state/store.ts";
import { theme, toggleTheme } from "../state/theme.ts";

/** The agents, the panels, and what concerns the whole page. */
export function Sidebar() {
  const { model } = seen.value;
  const agent = connected.value;
  const counts: Partial<Record<Panel, number>> = {
    Card: agent?.document?.findings.filter(({ severity }) => severity === "error").length ?? 0,
    Push: model.deliveries.length,
    Conformance: model.checks.filter(({ outcome, level }) => outcome === "failed" && level === "MUST").length,
  };
  return (
    <aside class="sidebar" aria-label="Panels and agents">
      <h1>
        <svg viewBox="0 0 32 32" width="20" height="20" aria-hidden="true">
          <circle cx="10" cy="16" r="6" fill="none" stroke="currentColor" stroke-width="3" />
          <circle cx="25" cy="16" r="4" fill="currentColor" />
          <path d="M16 16h6" stroke="currentColor" stroke-width="3" />
        </svg>
        Inspector
      </h1>
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
            <Icon name={name} />
            <span>{name}</span>
            {(counts[name] ?? 0) > 0 && <span class={name === "Push" ? "count" : "count bad"}>{counts[name]}</span>}
          </button>
        ))}
      </nav>
      <Agents />
      <span class="spring" />
      <div class="sidebar-foot">
        <button type="button" class="quiet" onClick={() => (isPaletteOpen.value = true)}>
          <Icon name="command" /> <span>Commands</span> <kbd>{isMac ? "⌘K" : "Ctrl K"}</kbd>
        </button>
        <button type="button" class="quiet" onClick={toggleTheme}>
          <Icon name={theme.value === "dark" ? "sun" : "moon"} />{" "}
          <span>{theme.value === "dark" ? "Light theme" : "Dark theme"}</span>
        </button>
      </div>
    </aside>
  );
}

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The agents that the page offers and is connected to, if there are several. */
function Agents() {
  const { model } = seen.value;
  const open = [...model.connections.values()];
  const offered = (host.value?.agents ?? []).filter(({ url }) => !open.some(({ address }) => address === url));
  if (open.length + offered.length < 2) return null;
  return (
    <section class="agents" aria-labelledby="agents-title">
      <h2 id="agents-title">Agents</h2>
      {open.map(({ connection, card, version }) => (
        <button
          key={connection}
          type="button"
          aria-pressed={connected.value?.connection === connection}
          onClick={() => showAgent(connection)}
        >
          <Initial name={card.name} />
          <span class="agent-name">{card.name}</span>
          <span class="figures muted">{version}</span>
        </button>
      ))}
      {offered.map(({ name, url }) => (
        <button
          key={url}
          type="button"
          class="offered"
          title={`Connect to ${url}`}
          onClick={() => void connectTo({ agent: url })}
        >
          <Initial name={name} />
          <span class="agent-name">{name}</span>
        </button>
      ))}
    </section>
  );
}
