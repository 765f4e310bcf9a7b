export {
  decodeSse,
  EVENT_STREAM,
  type ServerSentEvent,
  type SseLimits,
  type SseListener,
} from "./bindings/sse-decode.ts";
export { sseComment, sseEvent, sseRetry } from "./bindings/sse-encode.ts";
