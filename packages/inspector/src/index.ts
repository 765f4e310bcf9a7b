export { createInspector } from "./host/create-inspector.ts";
export type {
  ConformanceRun,
  Inspector,
  InspectorAction,
  InspectorHost,
  InspectorOptions,
  OfferedAgent,
} from "./host/options.ts";
export { type RunningInspector, type ServeInspectorOptions, serveInspector } from "./host/serve-inspector.ts";
export type { MetricRow, MetricsSnapshot } from "./protocol/api.ts";
export type { CheckResult } from "./protocol/journal.ts";
