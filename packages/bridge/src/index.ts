export { EventStream, type StreamWriter } from "./bindings/event-stream.ts";
export type { Answer, Headers, IncomingAnswer, OutgoingRequest, ServerRequest } from "./bindings/http-messages.ts";
export { acceptsOnlyEvents, answerType, isJsonType, mediaType } from "./bindings/media-type.ts";
export { otherReader } from "./bindings/other-reader.ts";
export { excerpt, excerptOfError, readPeer } from "./bindings/peer-error.ts";
export { addReceived, type ReceivedEvent } from "./bindings/received-event.ts";
export { asA2AError, type Call, type Reply, Serialized, STREAM_HEADERS, type StreamItem } from "./bindings/reply.ts";
export {
  extensionHeaders,
  readServiceParameters,
  type ServiceParameters,
  serviceHeaders,
} from "./bindings/service-parameters.ts";
export { SharedText } from "./bindings/shared-text.ts";
export { isEventStream } from "./bindings/sse-decode.ts";
export { deferCodec, type NameTable, type RequestTraits } from "./codec/defer-codec.ts";
export { type CodecTraits, loadCodecs, NotLoadedError } from "./codec/deferred-codec.ts";
export {
  type CardReader,
  createVersionDetector,
  detectAnswer,
  detectCard,
  detectVersion,
  requireSupported,
  type VersionDetector,
  type VersionHints,
} from "./codec/detect-version.ts";
export type { Dialect } from "./codec/dialect.ts";
export { MODEL_VERSION } from "./codec/model-version.ts";
export {
  type OperationSpelling,
  type OperationTable,
  operationNames,
  operationOfMethod,
  type Route,
  type StreamingSpelling,
  type UnarySpelling,
} from "./codec/operation-table.ts";
export type {
  BindingName,
  CardCodec,
  CodecOptions,
  ErrorCodec,
  Match,
  OtherReader,
  PushCodec,
  RestForms,
  StreamDecoder,
  StreamEncoder,
  VersionCodec,
  WireError,
} from "./codec/version-codec.ts";
export { detailsOf, errorFromDetails } from "./errors/error-details.ts";
export { type ErrorRow, errorTable } from "./errors/error-table.ts";
export { COMPAT, withoutStash } from "./stash/compat.ts";
