import { useState } from "preact/hooks";
import { Empty, NoAgent } from "../parts/empty.tsx";
import { Scroll } from "../parts/scroll.tsx";
import { api } from "../state/api.ts";
import { connected, seen } from "../state/store.ts";

/** Checks the agent against the requirements of the protocol. */
export function Conformance() {
  const { model } = seen.value;
  const { checks, checkRun } = model;
  const agent = connected.value;
  const [onlyFailed, setOnlyFailed] = useState(false);
  const [error, setError] = useState("");
  if (agent === undefined) return <NoAgent />;
  const isRunning = checkRun?.phase === "begun";
  const count = (outcome: string) => checks.filter((check) => check.outcome === outcome).length;
  const shown = onlyFailed ? checks.filter(({ outcome }) => outcome === "failed") : checks;
  const groups = Map.groupBy(shown, ({ version, binding }) =>
    version === undefined ? "card" : `${version} ${binding}`,
  );
  return (
    <section class="pane" aria-label="Conformance">
      <div class="pane-head">
        <h2>Conformance</h2>
        <button
          type="button"
          class="primary"
          disabled={isRunning}
          onClick={() => void api.check(agent.connection).catch((failure: Error) => setError(failure.message))}
        >
          {isRunning ? "Running…" : "Run the checks"}
        </button>
        {checks.length > 0 && (
          <span class="muted" aria-live="polite">
            {count("passed")} passed, {count("failed")} failed, {count("skipped")} skipped
          </span>
        )}
        <span class="spring" />
        <label class="inline">
          <input
            type="checkbox"
            checked={onlyFailed}
            onChange={({ currentTarget }) => setOnlyFailed(currentTarget.checked)}
          />
          failed only
        </label>
      </div>
      {checks.length === 0 && !isRunning && (
        <Empty icon="Conformance" title="Not checked yet">
          The checks send the agent a few messages, over every interface that its card names. Their requests have a tab
          of their own in the wire panel.
        </Empty>
      )}
      {(error !== "" || checkRun?.error !== undefined) && <p class="error">{error || checkRun?.error}</p>}
      <Scroll label="Results">
        {[...groups].map(([name, results]) => (
          <table key={name} class="checks">
            <caption>{name}</caption>
            <thead>
              <tr>
                <th scope="col">Result</th>
                <th scope="col">Level</th>
                <th scope="col">Check</th>
                <th scope="col">Expected</th>
                <th scope="col">Received</th>
              </tr>
            </thead>
            <tbody>
              {results.map((result) => (
                <tr key={result.name}>
                  <td>
                    <span class={`chip outcome-${result.outcome}`}>{result.outcome}</span>
                  </td>
                  <td>{result.level}</td>
                  <td>
                    {result.name} <small>{result.requirements.join(" ")}</small>
                  </td>
                  <td>{result.expected}</td>
                  <td>{result.received ?? ""}</td>
                </tr>
              ))}
            </tbody>
          </table>
        ))}
      </Scroll>
    </section>
  );
}
