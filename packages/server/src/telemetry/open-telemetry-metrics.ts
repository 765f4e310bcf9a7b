import type { Meter } from "@opentelemetry/api";
import { DURATION_BOUNDS } from "./duration-bounds.ts";
import { type Instrument, type InstrumentName, instruments } from "./instruments.ts";
import type { Labels, Metrics } from "./metrics.ts";

/** Records the measurements of a server with the instruments of a meter, which are made when they are first used. */
export function meterMetrics(meter: () => Meter): Metrics {
  const recorders = new Map<InstrumentName, (value: number, labels: Labels) => void>();
  return {
    record(name, value, labels) {
      let recorder = recorders.get(name);
      if (recorder === undefined) {
        recorder = recorderOf(meter(), name, instruments[name]);
        recorders.set(name, recorder);
      }
      recorder(value, labels);
    },
  };
}

function recorderOf(meter: Meter, name: string, { kind, unit, description }: Instrument) {
  const options = { unit, description };
  if (kind === "histogram") {
    const histogram = meter.createHistogram(name, {
      ...options,
      advice: { explicitBucketBoundaries: [...DURATION_BOUNDS] },
    });
    return (value: number, labels: Labels) => histogram.record(value, labels);
  }
  const counter = kind === "counter" ? meter.createCounter(name, options) : meter.createUpDownCounter(name, options);
  return (value: number, labels: Labels) => counter.add(value, labels);
}
