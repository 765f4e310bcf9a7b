/** What happened with one agent. */
interface Row {
  readonly agent: string;
  readonly generations: Set<string>;
  readonly bindings: Set<string>;
  tasks: number;
  events: number;
  resumed: number;
  refused: number;
}

/** Counts what happens, for the table at the end. */
export class Tally {
  readonly #rows = new Map<string, Row>();

  /** A task was delegated. */
  task(agent: string, spoken: { version: string; binding: string }, events = 0, resumed = 0): void {
    const row = this.#row(agent);
    row.generations.add(spoken.version);
    row.bindings.add(spoken.binding);
    row.tasks++;
    row.events += events;
    row.resumed += resumed;
  }

  /** An agent was not called, because that was not allowed. */
  refused(agent: string): void {
    this.#row(agent).refused++;
  }

  /** The table, line by line. */
  lines(): string[] {
    const head = ["agent", "generation", "binding", "tasks", "events", "resumed", "refused"];
    const rows = [...this.#rows.values()].map((row) => [
      row.agent,
      [...row.generations].join(" ") || "-",
      [...row.bindings].join(" ") || "-",
      ...[row.tasks, row.events, row.resumed, row.refused].map((count) => (count === 0 ? "-" : String(count))),
    ]);
    const widths = head.map((title, column) =>
      Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0), title.length),
    );
    return [head, widths.map((width) => "─".repeat(width)), ...rows].map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    );
  }

  #row(agent: string): Row {
    let row = this.#rows.get(agent);
    if (row === undefined) {
      row = { agent, generations: new Set(), bindings: new Set(), tasks: 0, events: 0, resumed: 0, refused: 0 };
      this.#rows.set(agent, row);
    }
    return row;
  }
}
