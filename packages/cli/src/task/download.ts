import { mkdir, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import type { Artifact, Part } from "@a2a/types";
import { UsageError } from "../cli/failure.ts";
import { type Io, line } from "../cli/io.ts";
import type { Option } from "../cli/options.ts";
import { renderJson } from "../cli/render.ts";
import type { Connected } from "../connect/agent.ts";
import { type Given, required, textFlag, wantsJson } from "../settings/arguments.ts";

/** The flags of `a2a task download`. */
export const downloadFlags = {
  dir: { type: "string", value: "DIR", help: "the target folder, created if needed", standard: ".", settable: false },
  artifact: { type: "string", value: "ID", help: "only this artifact, by id or name", settable: false },
} as const satisfies Readonly<Record<string, Option>>;

/** A saved part, or a link that was not followed. */
type Saved = { readonly path: string; readonly bytes: number } | { readonly link: string };

/** Saves the artifacts of a task, one file per part. Overwrites nothing and follows no links. */
export async function downloadTask(given: Given, io: Io, { client, signal }: Connected): Promise<void> {
  const task = await client.getTask(required(given, 0, "the id of a task"), { signal });
  const folder = textFlag(given, "dir") ?? ".";
  await mkdir(folder, { recursive: true });
  const saved: Saved[] = [];
  for (const artifact of chosen(task.artifacts ?? [], textFlag(given, "artifact"))) {
    for (const [index, part] of artifact.parts.entries()) {
      saved.push("url" in part ? { link: part.url } : await save(part, folder, fileName(artifact, part, index)));
    }
  }
  const { id, contextId, status } = task;
  if (wantsJson(given)) {
    io.out(`${renderJson({ taskId: id, contextId, state: status.state, files: saved })}\n`);
    return;
  }
  const lines = [`Task: ${line(id)}`, ...(contextId === undefined ? [] : [`Context: ${line(contextId)}`])];
  lines.push(`State: ${status.state}`);
  for (const entry of saved) {
    lines.push(
      "path" in entry ? `Saved: ${line(entry.path)}, ${entry.bytes} bytes` : `Link: ${line(entry.link)}, not followed`,
    );
  }
  io.out(`${lines.join("\n")}\n`);
}

function chosen(artifacts: readonly Artifact[], wanted: string | undefined): readonly Artifact[] {
  if (wanted === undefined) return artifacts;
  const found = artifacts.filter(({ artifactId, name }) => artifactId === wanted || name === wanted);
  if (found.length > 0) return found;
  const known = artifacts.map(({ artifactId }) => artifactId).join(", ") || "none";
  throw new UsageError(`--artifact ${wanted}: no such artifact; the task has ${known}`);
}

async function save(part: Exclude<Part, { url: string }>, folder: string, name: string): Promise<Saved> {
  const bytes =
    "raw" in part
      ? Buffer.from(part.raw, "base64")
      : Buffer.from("text" in part ? part.text : `${JSON.stringify(part.data, undefined, 2)}\n`);
  const extension = extname(name);
  const stem = name.slice(0, name.length - extension.length);
  for (let number = 1; ; number++) {
    const path = join(folder, number === 1 ? name : `${stem}-${number}${extension}`);
    try {
      await writeFile(path, bytes, { flag: "wx" });
      return { path, bytes: bytes.length };
    } catch (error) {
      const exists = error instanceof Error && "code" in error && error.code === "EEXIST";
      if (!exists || number === MAX_SAME_NAME) throw error;
    }
  }
}
const MAX_SAME_NAME = 1_000;

/** A safe file name from the agent's: no folders, no hidden files, no special characters. */
function fileName(artifact: Artifact, part: Part, index: number): string {
  const named = part.filename ?? artifact.name ?? artifact.artifactId;
  const safe = named
    .replace(/^.*[/\\]/, "")
    .replace(/[^\p{L}\p{N} ._()-]/gu, "_")
    .replace(/^[. ]+|(?<![. ])[. ]+$/g, "")
    .slice(0, 100);
  const name = safe || `part-${index + 1}`;
  if (part.filename !== undefined || extname(name) !== "") return name;
  return name + ("data" in part ? ".json" : "text" in part ? ".txt" : ".bin");
}
