export { openTelemetry } from "./tracing/open-telemetry.ts";
