import { type Attributes, type HrTime, ValueType } from "@opentelemetry/api";
import { DURATION_BOUNDS } from "./duration-bounds.ts";
import { type InstrumentName, instruments } from "./instruments.ts";
import { type Cell, MetricTable } from "./metric-table.ts";
import type { Labels, Metrics } from "./metrics.ts";

/** Adds up the metrics of a server itself, and hands the totals to the readers of an OpenTelemetry SDK. */
export interface MetricProducer extends Metrics {
  /** All values since they were first recorded, in the form that readers of the SDK take. */
  collect(): Promise<CollectedMetrics>;
}

/** Collected values in the form of the SDK, which numbers its temporalities and kinds of points. */
export interface CollectedMetrics {
  /** Readers ignore it: they have the resource of their provider. */
  resourceMetrics: { resource: EmptyResource; scopeMetrics: { scope: { name: string }; metrics: CollectedMetric[] }[] };
  errors: unknown[];
}

type CollectedMetric = {
  descriptor: { name: string; description: string; unit: string; valueType: ValueType };
  aggregationTemporality: typeof CUMULATIVE;
} & (
  | { dataPointType: typeof HISTOGRAM; dataPoints: Point<CollectedHistogram>[] }
  | { dataPointType: typeof SUM; dataPoints: Point<number>[]; isMonotonic: boolean }
);

interface Point<Value> {
  attributes: Attributes;
  startTime: HrTime;
  endTime: HrTime;
  value: Value;
}

interface CollectedHistogram {
  buckets: { boundaries: number[]; counts: number[] };
  sum: number;
  count: number;
  min: number;
  max: number;
}

interface EmptyResource {
  attributes: Attributes;
  merge<Other>(other: Other | null): Other | EmptyResource;
  getRawAttributes(): [];
}

// The numbers of `AggregationTemporality` and `DataPointType` in the SDK, which this does not import: it is the user's own.
const CUMULATIVE = 1;
const HISTOGRAM = 0;
const SUM = 3;

/** A producer without any values yet. Its values are cumulative. */
export function createMetricProducer(): MetricProducer {
  const table = new MetricTable(DURATION_BOUNDS);
  return {
    record: (name, value, labels) => table.record(name, value, labels),
    async collect() {
      const endTime = toHrTime(Date.now());
      const metrics = [...table.entries()].map(([name, cells]) => collectMetric(name, cells, endTime));
      const scopeMetrics = [{ scope: { name: "@a2a/server" }, metrics }];
      return { resourceMetrics: { resource: NO_RESOURCE, scopeMetrics }, errors: [] };
    },
  };
}

const NO_RESOURCE: EmptyResource = {
  attributes: {},
  merge: (other) => other ?? NO_RESOURCE,
  getRawAttributes: () => [],
};

function collectMetric(
  name: InstrumentName,
  cells: ReadonlyMap<Labels, Readonly<Cell>>,
  endTime: HrTime,
): CollectedMetric {
  const { kind, unit, description } = instruments[name];
  const valueType = kind === "histogram" ? ValueType.DOUBLE : ValueType.INT;
  const metric = {
    descriptor: { name, description, unit, valueType },
    aggregationTemporality: CUMULATIVE,
  } as const;
  const points = <Value>(toValue: (cell: Readonly<Cell>) => Value): Point<Value>[] =>
    [...cells].map(([attributes, cell]) => ({
      attributes,
      startTime: toHrTime(cell.since),
      endTime,
      value: toValue(cell),
    }));
  if (kind === "histogram") return { ...metric, dataPointType: HISTOGRAM, dataPoints: points(histogramOf) };
  return { ...metric, dataPointType: SUM, dataPoints: points(({ sum }) => sum), isMonotonic: kind === "counter" };
}

function histogramOf({ sum, count, min, max, buckets = new Float64Array() }: Readonly<Cell>): CollectedHistogram {
  return { buckets: { boundaries: [...DURATION_BOUNDS], counts: [...buckets] }, sum, count, min, max };
}

/** Milliseconds since the epoch as seconds and nanoseconds. */
function toHrTime(ms: number): HrTime {
  return [Math.floor(ms / 1_000), (ms % 1_000) * 1_000_000];
}
