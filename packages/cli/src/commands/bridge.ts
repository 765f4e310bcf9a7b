import { A2ATaskBridge } from "@a2a/bridge/task-bridge";
import type { JsonValue } from "@a2a/types";
import { UsageError } from "../cli/failure.ts";
import { type Io, json, readStdin } from "../cli/io.ts";
import { wrongSubcommand } from "../cli/suggest.ts";
import { type Given, readArguments, textFlag, versionFlag } from "../settings/arguments.ts";
import { codecs, convert, detect, objects } from "./convert.ts";

const verbs = ["build-send", "build-get", "build-cancel", "parse", "detect", "convert"];

export const usage = `a2a bridge build-send --goal G [--context C] [--task-id T] [--a2a-version V]
a2a bridge build-get --task-id T [--a2a-version V]
a2a bridge build-cancel --task-id T [--a2a-version V]
a2a bridge parse                                     reads a JSON-RPC response from stdin, prints its result
a2a bridge detect                                    reads a request or a card from stdin, prints its protocol version
a2a bridge convert --object O --from V --to V        converts JSON from stdin between protocol versions

  O is one of ${objects.join(", ")}

Examples:
  a2a bridge build-send --goal "Book a table" | curl -s -d @- -H "Content-Type: application/json" http://localhost:4100/a2a
  a2a bridge convert --object card --from 0.3 --to 1.0 < agent.json`;

/** Translates between protocol versions, as a filter. */
export async function run(args: readonly string[], io: Io): Promise<number> {
  const [verb, ...rest] = args;
  const given = readArguments(rest, {
    goal: { type: "string" },
    context: { type: "string" },
    "task-id": { type: "string" },
    object: { type: "string" },
    from: { type: "string" },
    to: { type: "string" },
  });
  const bridge = new A2ATaskBridge();
  const version = versionFlag(given, "a2a-version");
  const options = version === undefined ? {} : { version };
  const taskId = textFlag(given, "task-id");
  switch (verb) {
    case "build-send": {
      const context = textFlag(given, "context");
      const more = { ...options, ...(context !== undefined && { context }), ...(taskId !== undefined && { taskId }) };
      io.out(`${json(bridge.buildSendRequest(needed(given, "goal"), more))}\n`);
      return 0;
    }
    case "build-get":
      io.out(`${json(bridge.buildGetRequest(needed(given, "task-id"), options))}\n`);
      return 0;
    case "build-cancel":
      io.out(`${json(bridge.buildCancelRequest(needed(given, "task-id"), options))}\n`);
      return 0;
    case "parse":
      io.out(`${json(bridge.parseResponse(await readJson(io)))}\n`);
      return 0;
    case "detect":
      io.out(`${json(detect(await readJson(io)))}\n`);
      return 0;
    case "convert": {
      const object = objects.find((name) => name === needed(given, "object"));
      if (object === undefined) throw new UsageError(`--object: expected one of ${objects.join(", ")}`);
      const [from, to] = [versionFlag(given, "from"), versionFlag(given, "to")];
      if (from === undefined || to === undefined) throw new UsageError("a2a bridge convert needs --from and --to");
      io.out(`${json(convert(object, await readJson(io), codecs[from], codecs[to]))}\n`);
      return 0;
    }
    default:
      throw wrongSubcommand("bridge", verb, verbs);
  }
}

function needed(given: Given, name: string): string {
  const value = textFlag(given, name);
  if (value === undefined) throw new UsageError(`missing flag: --${name}`);
  return value;
}

async function readJson(io: Io): Promise<JsonValue> {
  const text = await readStdin(io);
  try {
    return JSON.parse(text) as JsonValue; // JSON.parse gives nothing else
  } catch (error) {
    throw new UsageError(`stdin is not valid JSON: ${error instanceof Error ? error.message : ""}`);
  }
}
