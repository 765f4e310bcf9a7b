import { describe, expect, it } from "vitest";
import * as cortex from "./cortex.ts";
import * as gmfForge from "./gmf-forge.ts";

describe("defaults", () => {
  it("are fresh with every value, so that nobody writes into those of another", () => {
    const first = cortex.A2ATaskResultSchema.parse({ taskId: "t", status: "working" });
    first.artifacts.push({ parts: [], name: "", description: "" });
    expect(cortex.A2ATaskResultSchema.parse({ taskId: "t", status: "working" }).artifacts).toStrictEqual([]);

    const step = gmfForge.AgentStepModelSchema.parse({});
    Object.assign(step.action_input, { value: "x" });
    expect(gmfForge.AgentStepModelSchema.parse({}).action_input).toStrictEqual({});

    cortex.AgentCardSchema.parse({ name: "a", url: "u" }).capabilities.input_modes.push("data");
    expect(cortex.AgentCardSchema.parse({ name: "a", url: "u" }).capabilities).toStrictEqual({
      input_modes: ["text"],
      output_modes: ["text"],
    });
  });
});
