import type { BreakerState, CallEvent, NotificationEvent } from "./events.ts";

type Attributes = Readonly<Record<string, string>>;
interface InstrumentOptions {
  unit: string;
  description: string;
}

/** A meter of OpenTelemetry, as far as it is used. */
export interface GatewayMeter {
  createHistogram(
    name: string,
    options: InstrumentOptions & { advice: { explicitBucketBoundaries: number[] } },
  ): { record(value: number, attributes: Attributes): void };
  createCounter(name: string, options: InstrumentOptions): { add(value: number, attributes: Attributes): void };
  createUpDownCounter(name: string, options: InstrumentOptions): { add(value: number, attributes: Attributes): void };
}

/** Bounds of histogram buckets, in seconds: those of the semantic conventions for durations, and longer ones for tasks. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10, 30, 60, 300, 1_800];

/** A request to an agent that was answered, refused or failed. */
export interface UpstreamRequest {
  readonly agent: string;
  readonly operation: CallEvent["operation"];
  readonly outcome: CallEvent["outcome"];
  readonly durationMs: number;
}

/** The instruments of a gateway. */
export interface GatewayMetrics {
  call(event: CallEvent): void;
  request(request: UpstreamRequest): void;
  breaker(agent: string, state: BreakerState): void;
  notification(event: NotificationEvent): void;
}

/** The instruments of a gateway, made with a meter. */
export function gatewayMetrics(meter: GatewayMeter): GatewayMetrics {
  const advice = { explicitBucketBoundaries: BOUNDS };
  const calls = meter.createHistogram("a2a.gateway.call.duration", {
    unit: "s",
    description: "How long calls take until they are answered, or until their stream begins",
    advice,
  });
  const requests = meter.createHistogram("a2a.gateway.agent.request.duration", {
    unit: "s",
    description: "How long agents take to answer, or to begin a stream",
    advice,
  });
  const open = meter.createUpDownCounter("a2a.gateway.agent.breakers_open", {
    unit: "{agent}",
    description: "Agents whose circuit breaker is open",
  });
  const notifications = meter.createCounter("a2a.gateway.notifications", {
    unit: "{notification}",
    description: "Notifications of agents, by whether the webhook of the caller took them",
  });
  const resting = new Set<string>();
  return {
    call({ agent, operation, version, binding, outcome, durationMs }) {
      const protocol = { "a2a.protocol.version": version, "a2a.protocol.binding": binding };
      calls.record(durationMs / 1_000, { ...attributesOf(agent, operation, outcome), ...protocol });
    },
    request: ({ agent, operation, outcome, durationMs }) =>
      requests.record(durationMs / 1_000, attributesOf(agent, operation, outcome)),
    breaker(agent, state) {
      if (resting.has(agent) === (state !== "closed")) return;
      open.add(state === "closed" ? -1 : 1, { "a2a.agent": agent });
      if (state === "closed") resting.delete(agent);
      else resting.add(agent);
    },
    notification: ({ agent, outcome }) => notifications.add(1, { "a2a.agent": agent, outcome }),
  };
}

function attributesOf(agent: string, operation: string, outcome: CallEvent["outcome"]): Attributes {
  return { "a2a.agent": agent, "rpc.method": operation, ...(outcome !== "ok" && { "error.type": outcome }) };
}
