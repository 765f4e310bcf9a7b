import type { AgentTool, TurnSettings } from "../wrap/agent-tool.ts";
import type { Outcome } from "../wrap/outcome.ts";
import type { ToolInput } from "../wrap/tool-schema.ts";

/** A task that a host delegated and whose outcome it may not have received. */
export interface TaskRecord {
  /** The name of the tool. */
  readonly tool: string;
  readonly taskId: string;
  /** When it was delegated, as an ISO 8601 time. */
  readonly since: string;
  /** The beginning of the request. */
  readonly request: string;
}

/** Remembers delegated tasks, so that another host can find them after this one died. */
export interface TaskRecords {
  list(): readonly TaskRecord[];
  add(record: TaskRecord): void;
  delete(taskId: string): void;
  /** Records that a host has been shown the tasks, and may continue them. */
  markShown?(): void;
}

const REQUEST_LENGTH = 120;

/** A tool whose tasks are recorded from the moment their id is known until their outcome was returned. */
export function recordedTool(tool: AgentTool, records: TaskRecords): AgentTool {
  const recorded = (input: ToolInput, options: TurnSettings = {}): TurnSettings => {
    let isKnown = input.taskId !== undefined;
    return {
      ...options,
      onProgress: (progress) => {
        if (!isKnown && progress.taskId !== undefined) {
          isKnown = true;
          const request = (input.message || JSON.stringify(input.input ?? "")).slice(0, REQUEST_LENGTH);
          records.add({ tool: tool.name, taskId: progress.taskId, since: new Date().toISOString(), request });
        }
        options.onProgress?.(progress);
      },
    };
  };
  const settled = (outcome: Outcome): Outcome => {
    const isOpen =
      outcome.status === "working" || outcome.status === "input-required" || outcome.status === "auth-required";
    if (!isOpen && outcome.taskId !== undefined) records.delete(outcome.taskId);
    return outcome;
  };
  return {
    ...tool,
    run: async (input, options) => settled(await tool.run(input, recorded(input, options))),
    status: async (taskId, options) => settled(await tool.status(taskId, options)),
    result: async (taskId, options) => settled(await tool.result(taskId, options)),
    cancel: async (taskId, options) => settled(await tool.cancel(taskId, options)),
  };
}
