/** The counts of one agent. */
interface Row {
  readonly agent: string;
  readonly versions: Set<string>;
  readonly bindings: Set<string>;
  tasks: number;
  events: number;
  resumed: number;
  refused: number;
}

/** Counts tasks and events, for the table at the end. */
export class Tally {
  readonly #rows = new Map<string, Row>();

  /** A task was delegated. */
  task(agent: string, used: { version: string; binding: string }, events = 0, resumed = 0): void {
    const row = this.#row(agent);
    row.versions.add(used.version);
    row.bindings.add(used.binding);
    row.tasks++;
    row.events += events;
    row.resumed += resumed;
  }

  /** A call was refused for lack of a grant. */
  refused(agent: string): void {
    this.#row(agent).refused++;
  }

  /** The lines of the table. */
  lines(): string[] {
    const head = ["agent", "protocol version", "binding", "tasks", "events", "resumed", "refused"];
    const rows = [...this.#rows.values()].map((row) => [
      row.agent,
      [...row.versions].join(" ") || "-",
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
      row = { agent, versions: new Set(), bindings: new Set(), tasks: 0, events: 0, resumed: 0, refused: 0 };
      this.#rows.set(agent, row);
    }
    return row;
  }
}
