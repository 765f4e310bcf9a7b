import type { Connected } from "../../src/protocol/journal.ts";
import { type Exchange, isGrpc } from "../state/model.ts";
import { operationOf } from "./operation.ts";

/** A request as a curl command, or as one of grpcurl, which needs reflection. Masked credentials stay masked. */
export function toCurl(exchange: Exchange): string {
  if (isGrpc(exchange)) return toGrpcurl(exchange);
  const { method, url, requestHeaders, requestBody, responseHeaders } = exchange;
  const isStream = /event-stream/.test(responseHeaders?.["content-type"] ?? requestHeaders.Accept ?? "");
  const words = [
    "curl",
    ...(isStream ? ["--no-buffer"] : []),
    ...(method === "GET" ? [] : ["-X", method]),
    quoted(url),
  ];
  for (const [name, value] of Object.entries(requestHeaders)) words.push("-H", quoted(`${name}: ${value}`));
  if (requestBody !== undefined) words.push("--data-raw", quoted(requestBody));
  return words.join(" ");
}

function toGrpcurl({ url, requestHeaders, requestBody = "" }: Exchange): string {
  const { protocol, host, pathname } = new URL(url);
  const words = ["grpcurl", ...(protocol === "http:" ? ["-plaintext"] : [])];
  for (const [name, value] of Object.entries(requestHeaders)) words.push("-H", quoted(`${name}: ${value}`));
  words.push("-d", quoted(requestBody), quoted(host), quoted(pathname.slice(1)));
  return words.join(" ");
}

/** The same call as an `a2a` command; `undefined` where there is none. */
export function toCommand(exchange: Exchange, connected: Connected | undefined): string | undefined {
  const operation = operationOf(exchange);
  if (operation === undefined || connected === undefined) return undefined;
  const agent = quoted(connected.address);
  const version = `--a2a-version ${connected.version}`;
  const { kind, taskId = "", message } = operation;
  switch (kind) {
    case "card":
      return `a2a card get ${agent}`;
    case "send":
    case "stream": {
      const parts = (message?.parts ?? []).flatMap(partFlags);
      const flags = [
        ...parts,
        ...(message?.taskId === undefined ? [] : ["--task-id", quoted(message.taskId)]),
        ...(message?.contextId === undefined ? [] : ["--context-id", quoted(message.contextId)]),
        ...(kind === "stream" ? ["--stream"] : []),
      ];
      return `a2a send --agent-card ${agent} ${version} ${flags.join(" ")}`;
    }
    case "list":
      return `a2a task list --agent-card ${agent} ${version}`;
    case "get":
    case "cancel":
    case "subscribe":
      return `a2a task ${kind} ${quoted(taskId)} --agent-card ${agent} ${version}`;
    case "other":
      return undefined;
  }
}

/** Files are not among the flags: their content is not on this machine's disk. */
function partFlags(part: Record<string, unknown>): string[] {
  if (typeof part.text === "string") return ["--text", quoted(part.text)];
  return part.data === undefined ? [] : ["--data", quoted(JSON.stringify(part.data))];
}

/** A word of a shell. Control characters are written as escapes, so that no line of the agent becomes a command. */
function quoted(text: string): string {
  if (/^[\w@%+=:,./-]+$/.test(text)) return text;
  if (!CONTROL.test(text)) return `'${text.replaceAll("'", "'\\''")}'`;
  const escaped = text.replaceAll("\\", "\\\\").replaceAll("'", "\\'").replace(CONTROLS, hexadecimal);
  return `$'${escaped}'`;
}

const CONTROL = /\p{Cc}/u;
const CONTROLS = /\p{Cc}/gu;

function hexadecimal(character: string): string {
  return `\\x${character.charCodeAt(0).toString(16).padStart(2, "0")}`;
}
