import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { createMessage, isJsonObject, type JsonValue, type Message, type Part } from "@a2a/types";
import { type Given, textFlag } from "../cli/arguments.ts";
import { UsageError } from "../cli/failure.ts";
import { type Io, readStdin } from "../cli/io.ts";
import type { Option } from "../cli/options.ts";

/** The flags of parts. Each stands for itself, so no file can add to a message. */
export const partFlags = {
  text: { type: "string", multiple: true, value: "T", help: "a part with this text", settable: false },
  file: { type: "string", multiple: true, value: "PATH|URL", help: "a file, or a link to one", settable: false },
  data: {
    type: "string",
    multiple: true,
    value: "PATH|-|JSON",
    help: "JSON from a file, from stdin, or as it stands",
    settable: false,
  },
  "media-type": {
    type: "string",
    multiple: true,
    value: "M",
    help: "the media type of the part before it (default: by the name of the file)",
    settable: false,
  },
} as const satisfies Readonly<Record<string, Option>>;

/** The message that arguments and flags make up, its parts in the order in which they were given. */
export async function givenMessage(given: Given, io: Io): Promise<Message> {
  const parts: Part[] = given.positionals.length > 0 ? [{ text: given.positionals.join(" ") }] : [];
  let last: Part | undefined;
  for (const { name, value = "" } of given.ordered) {
    if (name === "media-type") {
      if (last === undefined) throw new UsageError("--media-type follows the --text, --file or --data it is about");
      last.mediaType = value;
      continue;
    }
    const part = await partOf(name, value, io);
    if (part === undefined) continue;
    parts.push(part);
    last = part;
  }
  if (parts.length === 0) throw new UsageError("nothing to send: give a text, --text, --file or --data");
  const contextId = textFlag(given, "context-id");
  const taskId = textFlag(given, "task-id");
  const metadata = givenMetadata(given);
  return createMessage(parts, {
    ...(contextId !== undefined && { contextId }),
    ...(taskId !== undefined && { taskId }),
    ...(metadata && { metadata }),
  });
}

function givenMetadata(given: Given): Message["metadata"] {
  const text = textFlag(given, "metadata");
  if (text === undefined) return undefined;
  const metadata = parse(text, "--metadata");
  if (!isJsonObject(metadata)) throw new UsageError(`--metadata: expected a JSON object such as {"k":"v"}`);
  return metadata;
}

async function partOf(flag: string, value: string, io: Io): Promise<Part | undefined> {
  if (flag === "text") return { text: value };
  if (flag === "file") return filePart(value);
  if (flag === "data") return { data: await readData(value, io) };
  return undefined;
}

async function readData(value: string, io: Io): Promise<JsonValue> {
  if (value === "-") return parse(await readStdin(io), "stdin");
  if (/^\s*[[{"]/.test(value)) return parse(value, "--data");
  return parse((await readPath("--data", value)).toString("utf8"), value);
}

/** A file goes with the message; of an address only the link goes, and it is for the agent to follow. */
async function filePart(path: string): Promise<Part> {
  if (/^https?:\/\//i.test(path)) {
    if (!URL.canParse(path)) throw new UsageError(`--file ${path}: expected a path or an address`);
    const filename = basename(new URL(path).pathname);
    return { url: path, ...(filename !== "" && { filename }), mediaType: mediaTypeOf(filename) };
  }
  const bytes = await readPath("--file", path);
  return { raw: bytes.toString("base64"), filename: basename(path), mediaType: mediaTypeOf(path) };
}

function readPath(flag: string, path: string): Promise<Buffer> {
  return readFile(path).catch((cause: unknown) => {
    throw new UsageError(`${flag} ${path}: cannot be read`, { cause });
  });
}

function mediaTypeOf(path: string): string {
  return MEDIA_TYPES.get(path.slice(path.lastIndexOf(".") + 1).toLowerCase()) ?? "application/octet-stream";
}
const MEDIA_TYPES = new Map([
  ["txt", "text/plain"],
  ["md", "text/markdown"],
  ["csv", "text/csv"],
  ["html", "text/html"],
  ["json", "application/json"],
  ["xml", "application/xml"],
  ["yaml", "application/yaml"],
  ["pdf", "application/pdf"],
  ["zip", "application/zip"],
  ["png", "image/png"],
  ["jpg", "image/jpeg"],
  ["jpeg", "image/jpeg"],
  ["gif", "image/gif"],
  ["svg", "image/svg+xml"],
  ["webp", "image/webp"],
  ["mp3", "audio/mpeg"],
  ["wav", "audio/wav"],
  ["mp4", "video/mp4"],
]);

function parse(text: string, where: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue; // JSON.parse gives nothing else
  } catch (error) {
    throw new UsageError(`${where} holds no JSON: ${error instanceof Error ? error.message : ""}`);
  }
}
