import { readFile } from "node:fs/promises";
import { decodeCard } from "@a2a/card";
import { lintCard } from "@a2a/card/lint";
import type { AgentCard, JsonValue } from "@a2a/types";
import { CliError, UsageError } from "../cli/failure.ts";
import { type Io, readStdin, shellWord } from "../cli/io.ts";
import { renderJson } from "../cli/render.ts";
import { noMoreThan, readArguments, textFlag } from "../settings/arguments.ts";
import { ensureKey, publicKeys, signerFrom } from "./signing-key.ts";

/** Prints a card with a signature. */
export async function sign(args: readonly string[], io: Io): Promise<number> {
  const given = readArguments(args, { key: { type: "string" } });
  noMoreThan(given, 1, "one card");
  const [path] = given.positionals;
  const key = textFlag(given, "key");
  if (path === undefined || key === undefined) throw new UsageError("a2a card sign needs a card file and --key FILE");
  const signCard = signerFrom("--key", key);
  io.out(`${renderJson(await signCard(await readCard(path, io)))}\n`);
  return 0;
}

/** Creates a key, unless there is one, and prints its public half. */
export async function keys(args: readonly string[], io: Io): Promise<number> {
  const given = readArguments(args);
  noMoreThan(given, 1, "one file");
  const [path] = given.positionals;
  if (path === undefined) throw new UsageError("a2a card keys needs a file for the private key");
  ensureKey(path);
  io.out(`${renderJson(publicKeys(path))}\n`);
  return 0;
}

async function readCard(path: string, io: Io): Promise<AgentCard> {
  let source: string;
  let document: JsonValue;
  try {
    source = path === "-" ? await readStdin(io) : await readFile(path, "utf8");
    document = JSON.parse(source) as JsonValue;
  } catch (cause) {
    throw new UsageError(`${path}: cannot be read as JSON`, { cause });
  }
  const wrong = lintCard(source).find(({ severity }) => severity === "error");
  if (wrong) throw new CliError("A2ACLI_ERR_CARD_INVALID", `${wrong.pointer || "/"}: ${wrong.message}`);
  const { version } = decodeCard(document);
  if (version !== "1.0") {
    const hint = `a2a bridge convert --object card --from ${version} --to 1.0 < ${shellWord(path)}`;
    throw new CliError("A2ACLI_ERR_CARD_INVALID", `a signature covers a card of 1.0; this one is of ${version}`, {
      hint,
    });
  }
  return document as object as AgentCard; // as it was read: a signature covers unknown members too
}
