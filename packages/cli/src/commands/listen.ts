import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { DeliveredEvent, SignatureOptions } from "@a2a/client/webhook";
import { nodeExchange } from "@a2a/http/node";
import { isJsonObject } from "@a2a/types";
import { type Given, readArguments, textFlag, textsFlag, wantsJson } from "../cli/arguments.ts";
import { UsageError } from "../cli/failure.ts";
import { type Io, line } from "../cli/io.ts";
import { renderEvent, renderJson } from "../cli/render.ts";
import { startReceiver } from "../listen/receiver.ts";
import { portFlag } from "../serve/server-flags.ts";
import { untilStopped } from "../serve/until-stopped.ts";

export const usage = `a2a listen [flags]   receives webhooks on this machine, verifies them and prints them until it is stopped

  its address is the first line on stdout, then the token to register with it

  --port N           default any free port
  --token T          the token deliveries have to carry (A2ACLI_TOKEN); default a fresh one, none with --jwks
  --jwks URL|FILE    the agent's public keys: deliveries have to be signed
  --issuer URL       the agent that has to have signed
  --url URL          the address that was registered, where it is another one, as behind a tunnel
  --task-id ID       takes events of this task only; may be given several times
  --forward URL      posts verified deliveries on, as they came; what is refused there is delivered again
  -o, --output       text, or json: one object a line`;

const flags = {
  port: { type: "string" },
  token: { type: "string", secret: true },
  jwks: { type: "string" },
  issuer: { type: "string" },
  url: { type: "string", settable: false },
  "task-id": { type: "string", multiple: true, settable: false },
  forward: { type: "string" },
} as const;

/** Receives webhooks until it is told to stop. */
export async function run(args: readonly string[], io: Io): Promise<number> {
  const given = readArguments(args, flags, io);
  const asJson = wantsJson(given);
  const signature = await signatureOf(given);
  const token = textFlag(given, "token") ?? (signature ? undefined : freshToken());
  const taskIds = textsFlag(given, "task-id");
  const url = addressFlag(given, "url");
  const forward = addressFlag(given, "forward");
  // Both addresses are the user's own.
  const { exchange, close } = nodeExchange({ egress: { allowPrivate: true, allowHttp: true } });
  const server = await startReceiver({
    port: portFlag(given) ?? 0,
    exchange,
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
  const lines = [`Delivery: ${line(id ?? "without an id")}`, `Version: ${version}`, `Signed: ${signed ? "yes" : "no"}`];
  // Other events name their task themselves.
  if ("artifactUpdate" in event && taskId !== undefined) lines.push(`Task: ${line(taskId)}`);
  return [...lines, renderEvent(event)].join("\n");
}

async function signatureOf(given: Given): Promise<SignatureOptions | undefined> {
  const source = textFlag(given, "jwks");
  const issuer = textFlag(given, "issuer");
  if (source === undefined) {
    if (issuer !== undefined) throw new UsageError("--issuer needs --jwks: without keys no signature can be checked");
    return undefined;
  }
  const whose = issuer === undefined ? {} : { issuer };
  if (/^https?:\/\//i.test(source)) return { jwksUrl: source, ...whose };
  const text = await readFile(source, "utf8").catch((cause: unknown) => {
    throw new UsageError(`--jwks ${source}: cannot be read`, { cause });
  });
  return { jwks: keySet(text, source), ...whose };
}

function keySet(text: string, source: string): { keys: object[] } {
  try {
    const set: unknown = JSON.parse(text);
    if (isJsonObject(set) && Array.isArray(set.keys)) return { keys: set.keys.filter(isJsonObject) };
  } catch {
    // Said below.
  }
  throw new UsageError(`--jwks ${source}: expected a key set, { "keys": [ … ] }`);
}

function addressFlag(given: Given, name: string): string | undefined {
  const text = textFlag(given, name);
  if (text === undefined || /^https?:\/\/./i.test(text)) return text;
  throw new UsageError(`--${name} ${text}: expected an address such as http://127.0.0.1:3000/hook`);
}

function freshToken(): string {
  return randomBytes(24).toString("base64url");
}
