/** One kind of measurement. */
export interface Instrument {
  /** A histogram has the distribution of its values, an up-down counter their sum, a counter a sum that only grows. */
  readonly kind: "histogram" | "counter" | "upDownCounter";
  readonly unit: string;
  readonly description: string;
}

/** Everything that a server measures, by name. */
export const instruments = {
  "a2a.server.operation.duration": {
    kind: "histogram",
    unit: "s",
    description: "How long calls take until they are answered, or until their stream begins",
  },
  "a2a.server.active_streams": {
    kind: "upDownCounter",
    unit: "{stream}",
    description: "Streams that are open",
  },
  "a2a.server.queue.depth": {
    kind: "upDownCounter",
    unit: "{message}",
    description: "Messages that wait for the turn before theirs to end",
  },
  "a2a.server.queue.wait": {
    kind: "histogram",
    unit: "s",
    description: "How long messages have waited for the turn before theirs to end",
  },
  "a2a.server.turn.duration": {
    kind: "histogram",
    unit: "s",
    description: "How long turns of the agent take",
  },
  "a2a.server.lease.recoveries": {
    kind: "counter",
    unit: "{turn}",
    description: "Turns that were interrupted by a crash or a shutdown and taken over here",
  },
  "a2a.server.append.duration": {
    kind: "histogram",
    unit: "s",
    description: "How long the storage takes to make the last events of a turn durable",
  },
  "a2a.server.webhook.deliveries": {
    kind: "counter",
    unit: "{delivery}",
    description: "Attempts to deliver an event to a webhook, by outcome",
  },
  "a2a.server.webhook.lag": {
    kind: "histogram",
    unit: "s",
    description: "The time from an event to its accepted delivery",
  },
  "a2a.server.refusals": {
    kind: "counter",
    unit: "{call}",
    description: "Calls that were refused because of a limit, by its name and the code of the error",
  },
} as const satisfies Readonly<Record<string, Instrument>>;

export type InstrumentName = keyof typeof instruments;
