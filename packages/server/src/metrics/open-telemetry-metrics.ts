import type { Meter } from "@opentelemetry/api";
import { type Instrument, type InstrumentName, instruments } from "./instruments.ts";
import type { Labels, Metrics } from "./metrics.ts";

/** Bounds of histogram buckets, in seconds: those of the semantic conventions for durations, and longer ones for turns. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800];

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
    const histogram = meter.createHistogram(name, { ...options, advice: { explicitBucketBoundaries: BOUNDS } });
    return (value: number, labels: Labels) => histogram.record(value, labels);
  }
  const counter = kind === "counter" ? meter.createCounter(name, options) : meter.createUpDownCounter(name, options);
  return (value: number, labels: Labels) => counter.add(value, labels);
}
