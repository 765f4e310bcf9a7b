import type { FollowedEvent } from "@a2a/client";
import { type Artifact, isInterrupted, type Message, type Part, statusText, type Task } from "@a2a/types";
import { json, shown } from "./io.ts";

/** A task as lines of `Label: value`, its artifacts as blocks, and how to go on. */
export function renderTask(task: Task, resume: string): string {
  const lines = [`Task: ${shown(task.id)}`];
  if (task.contextId !== undefined) lines.push(`Context: ${shown(task.contextId)}`);
  lines.push(`State: ${task.status.state}`);
  const said = statusText(task);
  if (said !== undefined) lines.push(block("Message", said));
  for (const artifact of task.artifacts ?? []) lines.push(renderArtifact(artifact));
  if (isInterrupted(task.status.state)) lines.push(`Resume: ${resume} --task-id ${shown(task.id)} --text "…"`);
  return lines.join("\n");
}

/** A message that came without a task. */
export function renderMessage(message: Message): string {
  const context = message.contextId === undefined ? [] : [`Context: ${shown(message.contextId)}`];
  return [...context, ...message.parts.map((part) => renderPart("Message", part))].join("\n");
}

/** One event of a stream on one line, or as a block. */
export function renderEvent(event: FollowedEvent): string {
  if ("gap" in event) return "Gap: events may be missing here";
  if ("task" in event) {
    const { id, contextId, status } = event.task;
    return [
      `Task: ${shown(id)}`,
      ...(contextId ? [`Context: ${shown(contextId)}`] : []),
      `State: ${status.state}`,
    ].join("\n");
  }
  if ("message" in event) return renderMessage(event.message);
  if ("statusUpdate" in event) {
    const said = statusText(event.statusUpdate);
    return `State: ${event.statusUpdate.status.state}${said === undefined ? "" : `\n${block("Message", said)}`}`;
  }
  return renderArtifact(event.artifactUpdate.artifact);
}

function renderArtifact(artifact: Artifact): string {
  const name = shown(artifact.name ?? artifact.artifactId);
  return artifact.parts.map((part) => renderPart(`Artifact ${name}`, part)).join("\n");
}

/** No part is ever left out: what cannot be shown is described. */
function renderPart(label: string, part: Part): string {
  if ("text" in part) return block(label, part.text);
  if ("data" in part) return block(label, JSON.stringify(part.data, undefined, 2));
  const about = [part.filename, part.mediaType]
    .filter((text) => text !== undefined)
    .map(shown)
    .join(", ");
  if ("url" in part) return `${label}: ${shown(part.url)}${about ? ` (${about})` : ""}`;
  return `${label}: ${Math.floor((part.raw.length * 3) / 4)} bytes${about ? ` (${about})` : ""}`;
}

function block(label: string, text: string): string {
  return `${label}:\n${shown(text)}\n`;
}

/** An object of the protocol on one line. */
export function renderJson(value: unknown): string {
  return json(value);
}
