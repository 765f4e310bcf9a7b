export { createMetricProducer, type MetricProducer } from "./metrics/metric-producer.ts";
export { openTelemetry } from "./tracing/open-telemetry.ts";
