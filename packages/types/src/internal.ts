export { assignJson, setMember } from "./json/json.ts";
export { JsonCounter } from "./json/json-text.ts";
export { mergeArtifact } from "./model/artifact.ts";
export { oneOf } from "./model/one-of.ts";
export { type KnownVersion, UNNAMED_VERSION, versionBindings } from "./model/protocol-version.ts";
export { taskIdOf } from "./model/stream-response.ts";
export { trimHistory } from "./model/task.ts";
export { foldReceived, foldStatus, type TaskFold } from "./model/task-fold.ts";
export { isPlainText, textDeltaMetadata } from "./model/text-delta.ts";
