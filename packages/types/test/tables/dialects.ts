import type * as cortex from "../../src/cortex.ts";
import type * as gmfForge from "../../src/gmf-forge.ts";
import { ABSENT, type Rows } from "./row.ts";

const text = { type: "text", text: "Kelp" };
const skill = { id: "kelp", name: "Kelp", description: "Finds kelp" };

/** Every schema of the cortex entry point. */
export const cortexRows: Rows<typeof cortex> = {
  A2AArtifactSchema: {
    example: {},
    gives: { parts: [], name: "", description: "" },
    wrong: [
      ["parts", text],
      ["name", null],
      ["description", 1],
    ],
  },
  A2AMessageSchema: {
    example: { role: "agent" },
    gives: { role: "agent", parts: [] },
    wrong: [
      ["role", ABSENT],
      ["role", "system"],
      ["parts", ["Kelp"], "parts.0"],
    ],
  },
  A2ATaskResultSchema: {
    example: { taskId: "t", status: "paused", artifacts: [{ parts: [text] }], error: "no boat" },
    gives: {
      taskId: "t",
      status: "paused",
      artifacts: [{ parts: [text], name: "", description: "" }],
      messages: [],
      error: "no boat",
    },
    wrong: [
      ["taskId", ABSENT],
      ["status", ABSENT],
      ["artifacts.0.parts.0", "Kelp"],
      ["error", null],
    ],
  },
  A2AAgentConfigSchema: {
    example: { name: "diver", url: "https://diver.example", timeoutMs: 5_000 },
    gives: { name: "diver", url: "https://diver.example", timeoutMs: 5_000, headers: {} },
    wrong: [
      ["name", ""],
      ["url", ABSENT],
      ["timeoutMs", 0],
      ["headers", { Authorization: 1 }, "headers.Authorization"],
    ],
  },
  AgentSkillSchema: {
    example: { id: "kelp", name: "Kelp" },
    gives: { id: "kelp", name: "Kelp", description: "", tags: [], examples: [] },
    wrong: [
      ["id", ABSENT],
      ["name", ""],
      ["tags", "sea"],
    ],
  },
  AgentCardSchema: {
    example: { name: "Diver", url: "https://diver.example", capabilities: { input_modes: ["text", "data"] } },
    gives: {
      name: "Diver",
      description: "",
      url: "https://diver.example",
      version: "1.0",
      skills: [],
      capabilities: { input_modes: ["text", "data"], output_modes: ["text"] },
    },
    wrong: [
      ["name", ABSENT],
      ["url", ABSENT],
      ["capabilities.input_modes", "text"],
      ["skills", {}],
    ],
  },
  AgentCardInfoSchema: {
    example: { name: "Diver", url: "https://diver.example", version: "2", skills: [skill] },
    gives: {
      name: "Diver",
      description: "",
      url: "https://diver.example",
      version: "2",
      skills: [{ ...skill, tags: [], examples: [] }],
      capabilities: { inputModes: ["text"], outputModes: ["text"] },
    },
    wrong: [
      ["name", ""],
      ["skills.0.id", ABSENT],
      ["version", 1],
    ],
  },
};

const part = { type: "text", text: "Kelp", data: null };
const message = { role: "user", parts: [part], metadata: { locale: "nb", session_id: "s" } };
const task = {
  id: "t",
  status: { state: "completed", message: null },
  artifacts: [{ name: "result", parts: [part] }],
  metadata: { a2a_task_id: "t" },
};

/** Every schema of the gmf-forge entry point. */
export const gmfForgeRows: Rows<typeof gmfForge> = {
  AgentSkillSchema: {
    example: skill,
    wrong: [
      ["id", ABSENT],
      ["name", ABSENT],
      ["description", ABSENT],
    ],
  },
  AgentCardSchema: {
    example: { name: "diver", description: "Dives", url: "https://diver.example" },
    gives: { name: "diver", description: "Dives", url: "https://diver.example", version: "0.1.0", skills: [] },
    wrong: [
      ["name", ABSENT],
      ["description", ABSENT],
      ["url", ABSENT],
      ["version", null],
    ],
  },
  A2APartSchema: {
    example: { text: "Kelp" },
    gives: part,
    wrong: [
      ["type", null],
      ["text", 1],
      ["data", []],
    ],
  },
  A2AMessageSchema: {
    example: { parts: [{}] },
    gives: { role: "user", parts: [{ type: "text", text: null, data: null }], metadata: {} },
    wrong: [
      ["parts", ABSENT],
      ["parts.0", "Kelp"],
      ["metadata", null],
    ],
  },
  A2ATaskParamsSchema: {
    example: { id: "t", message },
    wrong: [
      ["id", ABSENT],
      ["message", ABSENT],
      ["message.parts.0.text", 1],
    ],
  },
  JsonRpcRequestSchema: {
    example: { id: "1", method: "tasks/send", params: { id: "t", message } },
    gives: { jsonrpc: "2.0", id: "1", method: "tasks/send", params: { id: "t", message } },
    wrong: [
      ["id", 1],
      ["method", ABSENT],
      ["params.message.metadata", []],
    ],
  },
  A2ATaskStatusSchema: {
    example: { state: "input-required" },
    gives: { state: "input-required", message: null },
    wrong: [
      ["state", ABSENT],
      ["state", null],
      ["message", message],
    ],
  },
  A2AArtifactSchema: {
    example: {},
    gives: { name: "result", parts: [] },
    wrong: [
      ["name", null],
      ["parts", {}],
      ["parts", [1], "parts.0"],
    ],
  },
  A2ATaskSchema: {
    example: { id: "t", status: { state: "failed", message: "no boat" } },
    gives: { id: "t", status: { state: "failed", message: "no boat" }, artifacts: [], metadata: {} },
    wrong: [
      ["id", 1],
      ["status", "failed"],
      ["artifacts", null],
    ],
  },
  JsonRpcResponseSchema: {
    example: { jsonrpc: "2.0", id: "1", result: task },
    wrong: [
      ["id", null],
      ["result", ABSENT],
      ["result.status.state", 1],
    ],
  },
  JsonRpcErrorSchema: {
    example: { code: -32_601, message: "Method not found: x" },
    gives: { code: -32_601, message: "Method not found: x", data: null },
    wrong: [
      ["code", "-32601"],
      ["code", 1.5],
      ["message", ABSENT],
    ],
  },
  JsonRpcErrorResponseSchema: {
    example: { error: { code: -32_603, message: "no boat", data: ["x"] } },
    gives: { jsonrpc: "2.0", id: null, error: { code: -32_603, message: "no boat", data: ["x"] } },
    wrong: [
      ["error", ABSENT],
      ["error.code", ABSENT],
      ["id", 1],
    ],
  },
  AgentStepModelSchema: {
    example: { action: "dive", action_input: { value: "deep" } },
    gives: { thought: "", action: "dive", action_input: { value: "deep" }, observation: "", metadata: {} },
    wrong: [
      ["action_input", "deep"],
      ["thought", null],
      ["metadata", []],
    ],
  },
};
