import type { Tool } from "ai";
import type { AgentTool, Progress } from "../wrap/agent-tool.ts";
import { callKey } from "../wrap/call-key.ts";
import { hasFailed, modelText, shownFiles } from "../wrap/model-content.ts";
import type { Outcome } from "../wrap/outcome.ts";
import type { ToolInput } from "../wrap/tool-schema.ts";

/** Options for an agent as a tool of the AI SDK. */
export interface AiToolOptions {
  /** The media types of files that are passed to the model. Default: images, PDF and text. The text lists all files in any case. */
  shownFiles?: RegExp;
}

/**
 * An agent as a tool of the AI SDK: `tools: { tax: aiTool(t) }`. Progress arrives as preliminary results, the outcome last. The model
 * gets the outcome as text, failures as errors, and inline files as file parts.
 */
export function aiTool(tool: AgentTool, options: AiToolOptions = {}): Tool<ToolInput, Progress | Outcome> {
  const { shownFiles: shown = SHOWN } = options;
  return {
    title: tool.title,
    description: tool.description,
    inputSchema: tool.inputSchema,
    async *execute(input: ToolInput, { toolCallId, abortSignal }: { toolCallId: string; abortSignal?: AbortSignal }) {
      yield* tool.stream(input, { ...callKey(toolCallId), signal: abortSignal });
    },
    toModelOutput({ output }: { output: Progress | Outcome }) {
      if (output.status === "progress") return { type: "text", value: output.activity ?? output.text };
      const text = modelText(output);
      if (hasFailed(output)) return { type: "error-text", value: text };
      const files = shownFiles(output, shown).map(({ name, mediaType, bytes }) => ({
        type: "file" as const,
        mediaType,
        filename: name,
        data: { type: "data" as const, data: bytes },
      }));
      return files.length === 0
        ? { type: "text", value: text }
        : { type: "content", value: [{ type: "text", text }, ...files] };
    },
  };
}

const SHOWN = /^(image\/|text\/|application\/pdf$)/;
