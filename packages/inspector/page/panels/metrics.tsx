import { useEffect, useState } from "preact/hooks";
import type { MetricsSnapshot } from "../../src/protocol/api.ts";
import { Scroll } from "../parts/scroll.tsx";
import { api } from "../state/api.ts";

/** The metrics of the server that serves this page, every second. */
export function Metrics() {
  const [snapshot, setSnapshot] = useState<MetricsSnapshot | undefined>(undefined);
  const [error, setError] = useState("");
  useEffect(() => {
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const load = async () => {
      try {
        const next = await api.metrics();
        if (!isOver) setSnapshot(next);
      } catch (failure) {
        if (!isOver) setError((failure as Error).message);
      }
      if (!isOver) timer = setTimeout(() => void load(), 1_000);
    };
    void load();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, []);
  return (
    <section class="pane" aria-label="Metrics">
      <div class="pane-head">
        <h2>Metrics</h2>
        <span class="muted">{snapshot ? new Date(snapshot.at).toLocaleTimeString() : ""}</span>
      </div>
      {error !== "" && <p class="error">{error}</p>}
      <Scroll kind="scroll metrics" label="Values">
        <table>
          <thead>
            <tr>
              <th scope="col">Metric</th>
              <th scope="col">Labels</th>
              <th scope="col" class="number">
                Value
              </th>
              <th scope="col" class="number">
                p50
              </th>
              <th scope="col" class="number">
                p99
              </th>
            </tr>
          </thead>
          <tbody>
            {(snapshot?.rows ?? []).map(({ name, unit, labels, value, histogram }) => (
              <tr key={`${name} ${JSON.stringify(labels)}`}>
                <td>
                  <code>{breakable(name)}</code>
                  <small class="narrow-only">{breakable(Object.values(labels).join(" · "))}</small>
                </td>
                <td>{breakable(Object.values(labels).join(" · "))}</td>
                <td class="number">{value}</td>
                <td class="number">{histogram ? shown(histogram.p50, unit) : ""}</td>
                <td class="number">{histogram ? shown(histogram.p99, unit) : ""}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </section>
  );
}

/** Seconds in milliseconds; anything else as it is. */
function shown(value: number, unit: string): string {
  return unit === "s" ? `${(value * 1_000).toFixed(1)} ms` : value.toFixed(1);
}

/** A name that may continue on the next line after a period or an underscore. */
function breakable(name: string) {
  return name.split(/(?<=[._])/).map((word, index) => (
    <>
      {index > 0 && <wbr />}
      {word}
    </>
  ));
}
