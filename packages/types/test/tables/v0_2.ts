import type * as v0_2 from "../../src/v0_2.ts";
import { ABSENT, type Rows } from "./row.ts";
import { rows as later } from "./v0_3.ts";

const { AgentCardSignatureSchema: _signature, MutualTLSSecuritySchemeSchema: _certificate, ...same } = later;

const status = { state: "failed", timestamp: "2025-06-12T20:00:00" };
const statusUpdate = { kind: "status-update", taskId: "t-2", contextId: "mole", status };
const skill = { id: "wave", name: "Waves", description: "Wave heights", tags: ["sea"], examples: ["today?"] };
const flows = { password: { tokenUrl: "https://id.example/token", refreshUrl: "", scopes: {} } };
const card = {
  name: "Mole",
  description: "",
  url: "https://mole.example",
  version: "1",
  capabilities: {},
  securitySchemes: { login: { type: "oauth2", flows } },
  defaultInputModes: [],
  defaultOutputModes: [],
  skills: [skill],
};

/** Every schema of 0.2: 0.3's rows, and new ones where the two differ. */
export const rows: Rows<typeof v0_2> = {
  ...same,
  TaskStatusUpdateEventSchema: {
    example: statusUpdate,
    wrong: [
      ["final", null],
      ["taskId", ABSENT],
      ["status.timestamp", "noon"],
    ],
  },
  StreamEventSchema: {
    example: statusUpdate,
    wrong: [
      ["kind", ABSENT],
      ["final", 1],
      ["status.state", "TASK_STATE_FAILED"],
    ],
  },
  OAuth2SecuritySchemeSchema: {
    example: { type: "oauth2", flows },
    wrong: [
      ["flows", ABSENT],
      ["flows.password.tokenUrl", ABSENT],
      ["type", "oauth"],
    ],
  },
  SecuritySchemeSchema: {
    example: { type: "http", scheme: "Basic" },
    wrong: [
      ["type", "mutualTLS"],
      ["type", ABSENT],
      ["scheme", ABSENT],
    ],
  },
  AgentSkillSchema: {
    example: skill,
    wrong: [
      ["id", ABSENT],
      ["description", ABSENT],
      ["examples", "today?"],
    ],
  },
  AgentCardSchema: {
    example: card,
    wrong: [
      ["url", ABSENT],
      ["protocolVersion", ""],
      ["securitySchemes.login.type", "mutualTLS"],
      ["defaultOutputModes", ABSENT],
      ["skills.0.tags", null],
    ],
  },
};
