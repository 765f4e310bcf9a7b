export {
  decodeSse,
  EVENT_STREAM,
  isNdjson,
  ndjsonReader,
  type ServerSentEvent,
  type SseLimits,
  type SseListener,
  type SseReader,
  sseReader,
} from "./bindings/sse-decode.ts";
export { sseComment, sseEvent, sseRetry } from "./bindings/sse-encode.ts";
