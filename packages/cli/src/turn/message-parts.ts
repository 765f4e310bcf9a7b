import { readFile } from "node:fs/promises";
import { createMessage, isJsonObject, type JsonValue, type Message, type Part } from "@a2a/types";
import { file } from "@a2a/types/node";
import { UsageError } from "../cli/failure.ts";
import { type Io, readStdin } from "../cli/io.ts";
import type { Option } from "../cli/options.ts";
import { type Given, textFlag } from "../settings/arguments.ts";

/** The flags that add parts. Settings files cannot set them, so none can add to a message. */
export const partFlags = {
  text: { type: "string", multiple: true, value: "T", help: "a text part", settable: false },
  file: { type: "string", multiple: true, value: "PATH|URL", help: "a file, or the URL of one", settable: false },
  data: {
    type: "string",
    multiple: true,
    value: "PATH|-|JSON",
    help: "a data part: JSON from a file, from stdin, or inline",
    settable: false,
  },
  "media-type": {
    type: "string",
    multiple: true,
    value: "M",
    help: "the media type of the preceding part (default: by file extension)",
    settable: false,
  },
} as const satisfies Readonly<Record<string, Option>>;

/** Whether a flag adds a part. */
export function hasPartFlags(given: Given): boolean {
  return given.ordered.some(({ name }) => name === "text" || name === "file" || name === "data");
}

/** Builds the message from the words of the command line, else from stdin, followed by the parts that flags add, in their order. */
export async function givenMessage(words: readonly string[], given: Given, io: Io): Promise<Message> {
  const parts: Part[] = await firstPart(words, given, io);
  let last: Part | undefined;
  for (const { name, value = "" } of given.ordered) {
    if (name === "media-type") {
      if (last === undefined)
        throw new UsageError("--media-type must follow the --text, --file or --data it describes");
      last.mediaType = value;
      continue;
    }
    const part = await partOf(name, value, io);
    if (part === undefined) continue;
    parts.push(part);
    last = part;
  }
  if (parts.length === 0)
    throw new UsageError("nothing to send: give a text, --text, --file or --data, or pipe the text in");
  const contextId = textFlag(given, "context-id");
  const taskId = textFlag(given, "task-id");
  const metadata = givenMetadata(given);
  return createMessage(parts, {
    ...(contextId !== undefined && { contextId }),
    ...(taskId !== undefined && { taskId }),
    ...(metadata && { metadata }),
  });
}

async function firstPart(words: readonly string[], given: Given, io: Io): Promise<Part[]> {
  if (words.length > 0 && words.join(" ") !== "-") return [{ text: words.join(" ") }];
  if (words.length === 0 && (hasPartFlags(given) || io.typed === true)) return [];
  const text = (await readStdin(io)).replace(/\r?\n$/, "");
  return text === "" ? [] : [{ text }];
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

/** The content of a file travels with the message; a URL travels as a link, which the agent may follow. */
async function filePart(path: string): Promise<Part> {
  if (/^https?:\/\//i.test(path)) {
    if (!URL.canParse(path)) throw new UsageError(`--file ${path}: expected a path or a URL`);
    const { raw: _, ...link } = await file(new URL(path));
    return { ...link, url: path };
  }
  return file(path).catch((cause: unknown) => {
    throw new UsageError(`--file ${path}: cannot read the file`, { cause });
  });
}

function readPath(flag: string, path: string): Promise<Buffer> {
  return readFile(path).catch((cause: unknown) => {
    throw new UsageError(`${flag} ${path}: cannot read the file`, { cause });
  });
}

function parse(text: string, where: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue; // JSON.parse gives nothing else
  } catch (error) {
    throw new UsageError(`${where} is not valid JSON: ${error instanceof Error ? error.message : ""}`);
  }
}
