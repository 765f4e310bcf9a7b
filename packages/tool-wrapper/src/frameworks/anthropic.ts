import type { BetaRunnableTool } from "@anthropic-ai/sdk/lib/tools/BetaRunnableTool";
import type { BetaToolResultContentBlockParam } from "@anthropic-ai/sdk/resources/beta";
import { toFunctionSchema } from "../schema/function-schema.ts";
import type { AgentTool } from "../wrap/agent-tool.ts";
import { callKey } from "../wrap/call-key.ts";
import { hasFailed, modelText, type ShownFile, shownFiles, toBase64 } from "../wrap/model-content.ts";
import { parseInput, type ToolInput } from "../wrap/tool-schema.ts";

/**
 * An agent as a tool for the tool runner of Anthropic's SDK: `client.beta.messages.toolRunner({ tools: [anthropicTool(t)], … })`.
 * Images and documents of the result are passed to the model; a failure is an error result.
 */
export function anthropicTool(tool: AgentTool): BetaRunnableTool<ToolInput> {
  return {
    type: "custom",
    ...toFunctionSchema(tool, "anthropic"),
    parse: (content) => parseInput(tool.inputSchema, content),
    async run(input, context) {
      const { toolUse, signal } = context ?? {};
      const outcome = await tool.run(input, { ...callKey(toolUse?.id), signal: signal ?? undefined });
      const text = modelText(outcome);
      if (hasFailed(outcome)) throw new Error(text);
      const files = shownFiles(outcome, SHOWN);
      return files.length === 0 ? text : [{ type: "text", text }, ...files.map(toBlock)];
    },
  };
}

const SHOWN = /^(image\/(png|jpeg|gif|webp)|application\/pdf|text\/plain)$/;

function toBlock({ name, mediaType, bytes }: ShownFile): BetaToolResultContentBlockParam {
  if (mediaType === "text/plain") {
    const data = new TextDecoder().decode(bytes);
    return { type: "document", title: name, source: { type: "text", media_type: mediaType, data } };
  }
  const data = toBase64(bytes);
  if (mediaType === "application/pdf") {
    return { type: "document", title: name, source: { type: "base64", media_type: mediaType, data } };
  }
  // The pattern admits exactly these four.
  const media_type = mediaType as "image/png" | "image/jpeg" | "image/gif" | "image/webp";
  return { type: "image", source: { type: "base64", media_type, data } };
}
