import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { DeliveredEvent, SignatureOptions } from "@a2a/client/webhook";
import { nodeClient } from "@a2a/http/node";
import { isJsonObject } from "@a2a/types";
import { UsageError } from "../cli/failure.ts";
import { type Io, line } from "../cli/io.ts";
import { renderEvent, renderJson } from "../cli/render.ts";
import { startReceiver } from "../listen/receiver.ts";
import { portFlag } from "../serve/server-flags.ts";
import { untilStopped } from "../serve/until-stopped.ts";
import { type Given, readArguments, textFlag, textsFlag, wantsJson } from "../settings/arguments.ts";

export const usage = `a2a listen [flags]   receives webhooks on this machine, verifies and prints them until it is stopped

  The first line on stdout is the URL to register, the second the token to register with it.

  --port N           the port; default a free one
  --token T          the token that deliveries must carry (A2ACLI_TOKEN); default a random one, none with --jwks
  --jwks URL|FILE    the agent's public keys: deliveries must be signed
  --issuer URL       the agent that must have signed
  --url URL          the registered URL, when it differs, as behind a tunnel
  --task-id ID       accepts events of this task only; repeatable
  --forward URL      forwards verified deliveries unchanged; when that fails, the agent delivers again
  -o, --output       text, or json for one object per line

Examples:
  a2a listen --port 9000
  a2a listen --jwks https://agent.example/.well-known/jwks.json --forward http://localhost:3000/hook`;

const flags = {
  port: { type: "string" },
  token: { type: "string", secret: true },
  jwks: { type: "string" },
  issuer: { type: "string" },
  url: { type: "string", settable: false },
  "task-id": { type: "string", multiple: true, settable: false },
  forward: { type: "string" },
} as const;

/** Receives webhooks until SIGINT or SIGTERM. */
export async function run(args: readonly string[], io: Io): Promise<number> {
  const given = readArguments(args, flags, io);
  const asJson = wantsJson(given);
  const signature = await signatureOf(given);
  const token = textFlag(given, "token") ?? (signature ? undefined : freshToken());
  const taskIds = textsFlag(given, "task-id");
  const url = addressFlag(given, "url");
  const forward = addressFlag(given, "forward");
  // Both URLs are the user's own, so private addresses are fine.
  const { http, close } = nodeClient({ egress: { allowPrivate: true, allowHttp: true } });
  const server = await startReceiver({
    port: portFlag(given) ?? 0,
    http,
    ...(token !== undefined && { token }),
    ...(signature && { signature }),
    ...(url !== undefined && { url }),
    ...(forward !== undefined && { forward }),
    ...(taskIds.length > 0 && { expects: (taskId: string) => taskIds.includes(taskId) }),
    onEvent: (delivered) => io.out(asJson ? `${renderJson(delivered)}\n` : `${render(delivered)}\n\n`),
    onRefused: (status, reason) => io.err(`Refused: ${status} ${line(reason)}\n`),
  });
  const address = `${server.url}/`;
  if (asJson) io.out(`${renderJson({ listening: { url: address, ...(token !== undefined && { token }) } })}\n`);
  else io.out(`${address}\n${token === undefined ? "" : `Token: ${line(token)}\n`}\n`);
  await untilStopped(io);
  await Promise.all([server.close(), close()]);
  return 0;
}

function render({ event, taskId, version, id, signed }: DeliveredEvent): string {
  const lines = [`Delivery: ${line(id ?? "no id")}`, `Version: ${version}`, `Signed: ${signed ? "yes" : "no"}`];
  // Other events carry their task id.
  if ("artifactUpdate" in event && taskId !== undefined) lines.push(`Task: ${line(taskId)}`);
  return [...lines, renderEvent(event)].join("\n");
}

async function signatureOf(given: Given): Promise<SignatureOptions | undefined> {
  const source = textFlag(given, "jwks");
  const issuer = textFlag(given, "issuer");
  if (source === undefined) {
    if (issuer !== undefined) throw new UsageError("--issuer needs --jwks: signatures cannot be checked without keys");
    return undefined;
  }
  const whose = issuer === undefined ? {} : { issuer };
  if (/^https?:\/\//i.test(source)) return { jwksUrl: source, ...whose };
  const text = await readFile(source, "utf8").catch((cause: unknown) => {
    throw new UsageError(`--jwks ${source}: cannot read the file`, { cause });
  });
  return { jwks: keySet(text, source), ...whose };
}

function keySet(text: string, source: string): { keys: object[] } {
  try {
    const set: unknown = JSON.parse(text);
    if (isJsonObject(set) && Array.isArray(set.keys)) return { keys: set.keys.filter(isJsonObject) };
  } catch {
    // reported below
  }
  throw new UsageError(`--jwks ${source}: expected a JSON Web Key Set, { "keys": [ … ] }`);
}

function addressFlag(given: Given, name: string): string | undefined {
  const text = textFlag(given, name);
  if (text === undefined || /^https?:\/\/./i.test(text)) return text;
  throw new UsageError(`--${name} ${text}: expected a URL such as http://127.0.0.1:3000/hook`);
}

function freshToken(): string {
  return randomBytes(24).toString("base64url");
}
