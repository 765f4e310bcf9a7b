import type { KnownFailure } from "../sdk.ts";

const LANGGRAPH = { sdk: "langgraph dev", caller: "ours" } as const;
const LITELLM = { sdk: "LiteLLM", caller: "ours" } as const;
const WEBHOOKS = ["webhook, create", "webhook, get", "webhook, list", "webhook, delete", "webhook, delivery"];

/** The failures of servers that host agents, or relay those of others. */
export const hostFailures: readonly KnownFailure[] = [
  {
    ...LANGGRAPH,
    operations: ["send, answered by a message"],
    fault: "lacking",
    reason: "every run of a graph is a task",
  },
  {
    ...LANGGRAPH,
    operations: ["send, return immediately"],
    fault: "theirs",
    reason: "`returnImmediately` is not read: `handle_message_send` waits for the run (langgraph_api/api/a2a.py:2060)",
  },
  {
    ...LANGGRAPH,
    operations: ["send, file by URL", "send, file with content", "get, file in the history"],
    fault: "theirs",
    reason:
      "files are expected as in 0.3, in a member `file`: `Unsupported part type. A2A agents support 'text', 'data', and 'file' parts only.` (langgraph_api/api/a2a.py:1031)",
  },
  {
    ...LANGGRAPH,
    operations: ["get", "stream, cut twice", "subscribe"],
    fault: "theirs",
    reason:
      "GetTask returns no artifacts (langgraph_api/api/a2a.py:2522), and there is no SubscribeToTask (line 1853), so only the response or stream to a message has the result of its task",
  },
  {
    ...LANGGRAPH,
    operations: ["input required"],
    fault: "theirs",
    reason:
      "the question is the data of an artifact named `Interrupt`, and the status has no message (langgraph_api/api/a2a.py:1298)",
  },
  {
    ...LANGGRAPH,
    operations: ["webhook with the message", ...WEBHOOKS],
    fault: "lacking",
    reason: "the card declares no push notifications",
  },
  {
    ...LITELLM,
    operations: ["stream, refused"],
    fault: "theirs",
    reason:
      "the error that the agent refuses a stream with becomes an internal one: `Streaming error: …` (litellm/proxy/agent_endpoints/a2a_endpoints.py:561)",
  },
  {
    ...LITELLM,
    operations: ["list", "list, empty"],
    fault: "theirs",
    reason:
      "ListTasks is relayed as `tasks/list` without `A2A-Version` (litellm/proxy/agent_endpoints/a2a_endpoints.py:960), which means 0.3, where JSON-RPC has no such method",
  },
  {
    ...LITELLM,
    operations: WEBHOOKS,
    fault: "lacking",
    reason:
      "`Push notification URL must use HTTPS` (litellm/proxy/agent_endpoints/a2a_endpoints.py:143), and the receiver of this run is on loopback",
  },
];
