import type { McpServer } from "@modelcontextprotocol/server";
import type { AgentTool } from "../wrap/agent-tool.ts";
import { shownId } from "../wrap/shown-id.ts";
import { textsSchema } from "../wrap/tool-schema.ts";
import type { TaskRecord, TaskRecords } from "./task-records.ts";
import { type ToolResult, toToolResult } from "./tool-result.ts";

/** The names of the task tools; tools of agents on the same server need other names. */
export const TASK_TOOL_NAMES: readonly string[] = ["a2a_tasks", "a2a_result", "a2a_cancel"];

/** Options of the task tools. */
export interface TaskToolsOptions {
  /** How long `a2a_result` waits before it returns with the task still working. Default 55,000. */
  waitMs?: number;
}

/**
 * Adds tools for the tasks that earlier calls left behind: `a2a_tasks` lists them, `a2a_result` waits for one, and `a2a_cancel` cancels
 * one. A task stays listed until its outcome was returned, also after the host that delegated it died.
 */
export function mcpTaskTools(
  server: McpServer,
  tools: readonly AgentTool[],
  records: TaskRecords,
  { waitMs = 55_000 }: TaskToolsOptions = {},
): void {
  const byTask = (taskId: string): { tool: AgentTool; id: string } => {
    const record = records.list().find((each) => each.taskId === taskId || shownId(each.taskId) === taskId);
    const tool = tools.find(({ name }) => name === record?.tool);
    if (record !== undefined && tool !== undefined) return { tool, id: record.taskId };
    throw new TypeError(`there is no task ${taskId.slice(0, 80)}: a2a_tasks lists the tasks`);
  };
  const inputSchema = textsSchema<{ taskId: string }>({ taskId: { description: "The id of the task." } });
  server.registerTool(
    "a2a_tasks",
    {
      title: "Delegated tasks",
      description: "Lists the tasks that were delegated to agents and whose results were not returned yet.",
      inputSchema: textsSchema<Record<never, string>>({}),
      annotations: { readOnlyHint: true },
    },
    async () => {
      records.markShown?.();
      return listed(records.list());
    },
  );
  server.registerTool(
    "a2a_result",
    {
      title: "Result of a delegated task",
      description: "Waits for a delegated task and returns its result.",
      inputSchema,
      annotations: { readOnlyHint: true },
    },
    async ({ taskId }, { mcpReq }) => {
      const { tool, id } = byTask(taskId);
      // Waiting is given up, the task is not canceled.
      const signal = AbortSignal.any([mcpReq.signal, AbortSignal.timeout(waitMs)]);
      const outcome = await tool.result(id, { signal, trustTaskId: true }).catch((problem: unknown) => {
        if (!signal.aborted) throw problem;
        return { status: "working" as const, taskId: id };
      });
      return toToolResult(outcome);
    },
  );
  server.registerTool(
    "a2a_cancel",
    { title: "Cancel a delegated task", description: "Cancels a delegated task.", inputSchema },
    async ({ taskId }) => {
      const { tool, id } = byTask(taskId);
      return toToolResult(await tool.cancel(id, { trustTaskId: true }));
    },
  );
}

function listed(records: readonly TaskRecord[]): ToolResult {
  const shown = records.map((record) => ({ ...record, taskId: shownId(record.taskId) }));
  const lines = shown.map(({ tool, taskId, since, request }) => `${taskId}  ${tool}  since ${since}: ${request}`);
  const text = lines.join("\n") || "No tasks are waiting.";
  return { content: [{ type: "text", text }], structuredContent: { tasks: shown } };
}
