import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import type { A2AErrorOptions, ErrorCode, JsonObject, JsonValue, OperationName, Task } from "@a2a/types";
import type { CodecOptions, VersionCodec } from "../src/index.ts";
import { v0_1 } from "../src/v0_1.ts";
import { v0_2 } from "../src/v0_2.ts";
import { v0_3 } from "../src/v0_3.ts";
import { v1_0 } from "../src/v1_0.ts";

/** The wire side of a corpus file: exactly one of these. */
export interface Wire {
  /** A JSON-RPC request, or one of HTTP+JSON. */
  request?: JsonObject;
  /** A response: its body, or its text if that is not JSON. */
  answer?: { status?: number; body?: JsonValue; text?: string };
  /** The `data:` of each event of a stream. */
  events?: JsonValue[];
  card?: JsonValue;
  webhook?: JsonValue;
  /** The text of a JSON-RPC request that is rejected before its params are read. */
  text?: string;
}

/** One file of the corpus. */
export interface CorpusFile {
  /** What the file demonstrates. */
  about: string;
  /** Ids of the requirements it covers. */
  covers?: string[];
  binding?: "rest";
  /** The HTTP+JSON format of 0.3. */
  form?: "proto" | "tagged";
  /** Codec options; a dialect is given by name. */
  options?: Omit<CodecOptions, "dialect"> & { dialect?: string };
  /** The task of a webhook delivery, where its event is not the task itself. */
  task?: Task;
  wire: Wire;
  /** The decoded model; an error is `{ error }`. */
  model?: JsonValue;
  /** The encoding of the model, where it differs from `wire`. */
  written?: Wire;
  /** The model to encode, where it differs from the decoded one. */
  writtenFrom?: JsonValue;
  /** The expected error instead. */
  refused?: { code?: ErrorCode; id?: string | number | null; field?: string; reason: string };
}

/** An error in a model. */
export interface ModelError extends A2AErrorOptions {
  code: ErrorCode;
  message: string;
}

/** A file with the version and operation from its path. */
export interface CorpusCase extends CorpusFile {
  title: string;
  codec: VersionCodec;
  operation: OperationName | undefined;
}

const codecs: Readonly<Record<string, VersionCodec>> = { v1_0, v0_3, v0_2, v0_1 };

const operations: Readonly<Record<string, OperationName | undefined>> = {
  "send-message": "sendMessage",
  "stream-message": "sendStreamingMessage",
  "get-task": "getTask",
  "list-tasks": "listTasks",
  "cancel-task": "cancelTask",
  "subscribe-to-task": "subscribeToTask",
  "create-push-config": "createTaskPushNotificationConfig",
  "get-push-config": "getTaskPushNotificationConfig",
  "list-push-configs": "listTaskPushNotificationConfigs",
  "delete-push-config": "deleteTaskPushNotificationConfig",
  "extended-card": "getExtendedAgentCard",
  card: undefined,
  webhook: undefined,
  envelope: undefined,
};

/** Every file below `corpus/<version>/<operation>/`. */
export function readCorpus(): CorpusCase[] {
  const root = join(import.meta.dirname, "../corpus");
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".json"));
  return files.sort().map((file) => {
    const [version = "", folder = ""] = file.split(sep);
    const codec = codecs[version];
    if (codec === undefined || !Object.hasOwn(operations, folder)) throw new Error(`${file} is in no known folder`);
    const content = JSON.parse(readFileSync(join(root, file), "utf8")) as CorpusFile;
    const title = [
      ...(content.covers ?? []),
      `${file.replace(".json", "").split(sep).join("/")}: ${content.about}`,
    ].join(" ");
    return { ...content, title, codec, operation: operations[folder] };
  });
}
