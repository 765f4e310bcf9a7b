/** A place in the page that an address names. */
export interface DeepLink {
  readonly agent?: string;
  readonly panel?: string;
  readonly task?: string;
  /** The index of a row of the timeline. */
  readonly event?: number;
}

/** The place that the fragment of an address names. */
export function readLink(fragment: URLSearchParams): DeepLink {
  const [agent, panel, task] = ["agent", "panel", "task"].map((name) => fragment.get(name) ?? undefined);
  const event = Number(fragment.get("event") ?? "");
  return {
    ...(agent !== undefined && { agent }),
    ...(panel !== undefined && { panel }),
    ...(task !== undefined && { task }),
    // People count from 1.
    ...(Number.isSafeInteger(event) && event > 0 && { event: event - 1 }),
  };
}

/** The fragment that names a place. */
export function writeLink({ agent, panel, task, event }: DeepLink): string {
  const fragment = new URLSearchParams({
    ...(agent !== undefined && { agent }),
    ...(panel !== undefined && { panel }),
    ...(task !== undefined && { task }),
    ...(event !== undefined && { event: String(event + 1) }),
  });
  return `#${fragment}`;
}
