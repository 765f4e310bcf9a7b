import type { FollowedEvent } from "@a2a/client";
import { type Artifact, isInterrupted, isTerminal, type Message, type Task, type TaskStatus } from "@a2a/types";
import { json, line, shellWord } from "./io.ts";
import { block, type Detail, dataBlock, renderPart } from "./render-part.ts";

/** How a task is printed. */
export interface TaskDetail extends Detail {
  /** The flags that name the agent, for commands that continue the task. */
  readonly agent?: string;
}

/** A task as `Label: value` lines and blocks, with the command that continues it. */
export function renderTask(task: Task, detail: TaskDetail = {}): string {
  const { verbose, agent } = detail;
  const lines = [...identity(task.id, task.contextId, task.status, detail)];
  for (const artifact of task.artifacts ?? []) lines.push(renderArtifact(artifact, detail));
  const history = verbose ? (task.history ?? []) : [];
  for (const [index, message] of history.entries()) {
    lines.push(`History: ${index + 1} of ${history.length}`, renderMessage(message, detail));
  }
  if (verbose && task.metadata) lines.push(dataBlock("Metadata", task.metadata));
  if (agent !== undefined) lines.push(...next(task, agent));
  return lines.join("\n");
}

/** A message. */
export function renderMessage(message: Message, detail: Detail = {}): string {
  const { messageId, role, contextId, taskId, metadata, parts } = message;
  const lines = detail.verbose ? [`Message id: ${line(messageId)}`, `Role: ${role}`] : [];
  if (taskId !== undefined) lines.push(`Task: ${line(taskId)}`);
  if (contextId !== undefined) lines.push(`Context: ${line(contextId)}`);
  if (detail.verbose && metadata) lines.push(dataBlock("Metadata", metadata));
  return [...lines, ...parts.map((part) => renderPart(part, detail, "text" in part ? "Message" : undefined))].join(
    "\n",
  );
}

/** One event of a stream. */
export function renderEvent(event: FollowedEvent, detail: TaskDetail = {}): string {
  if ("gap" in event) return "Gap: some events may be missing here";
  if ("task" in event) return renderTask(event.task, detail);
  if ("message" in event) return renderMessage(event.message, detail);
  if ("artifactUpdate" in event) return renderArtifact(event.artifactUpdate.artifact, detail);
  const { taskId, contextId, status } = event.statusUpdate;
  const lines = identity(taskId, contextId, status, detail);
  if (detail.agent !== undefined && isInterrupted(status.state)) {
    lines.push(...next({ id: taskId, status }, detail.agent));
  }
  return lines.join("\n");
}

/** An object of the protocol on one line. */
export function renderJson(value: unknown): string {
  return json(value);
}

/** The command that continues a task: answers its question, or waits for it. */
export function nextCommand({ id, status }: Pick<Task, "id" | "status">, agent: string): string {
  if (isInterrupted(status.state)) return `a2a send ${agent} --task-id ${shellWord(id)} --text "…"`;
  return `a2a task get ${shellWord(id)} ${agent} --wait`;
}

function next(task: Pick<Task, "id" | "status">, agent: string): string[] {
  return isTerminal(task.status.state) ? [] : [`Resume: ${nextCommand(task, agent)}`];
}

function identity(id: string, contextId: string | undefined, status: TaskStatus, detail: Detail): string[] {
  const lines = [`Task: ${line(id)}`];
  if (contextId !== undefined) lines.push(`Context: ${line(contextId)}`);
  lines.push(`State: ${status.state}`);
  if (detail.verbose && status.timestamp !== undefined) lines.push(`Time: ${line(status.timestamp)}`);
  for (const part of status.message?.parts ?? []) {
    lines.push(renderPart(part, detail, "text" in part ? "Message" : undefined));
  }
  return lines;
}

function renderArtifact(artifact: Artifact, detail: Detail): string {
  const { artifactId, name, description, metadata, parts } = artifact;
  const lines = [`Artifact: ${line(name || artifactId)}`];
  if (detail.verbose) {
    lines.push(`Artifact id: ${line(artifactId)}`);
    if (description) lines.push(block("Description", description));
    if (metadata) lines.push(dataBlock("Metadata", metadata));
  }
  return [...lines, ...parts.map((part) => renderPart(part, detail))].join("\n");
}
