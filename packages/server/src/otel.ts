export { openTelemetry } from "./telemetry/open-telemetry.ts";
