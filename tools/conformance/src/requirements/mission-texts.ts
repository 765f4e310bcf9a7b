/** The behavior that each feature promises, as its document words it. Names keep the spelling of that system. */
export const missionTexts: Readonly<Record<string, string>> = {
  "S0-01":
    "Maps A2A JSON-RPC tasks to the host's sub-agent lifecycle: builds JSON-RPC 2.0 requests, parses responses, converts status values. Does **no I/O**: the caller posts. Stateless, no-argument constructor `A2ATaskBridge()`.",
  "S0-02":
    '`parts: List[Dict]` default `[]` (e.g. `[{"type":"text","text":"..."}]`); `name` default `""`; `description` default `""`.',
  "S0-03": '`role` required, `"user"` or `"agent"`; `parts` default `[]`.',
  "S0-04":
    "`task_id` required; `status` required: `submitted`, `working`, `completed`, `failed`, `canceled`; `artifacts` default `[]`; `messages` default `[]`; `error` default `None`.",
  "S0-05":
    'JSON-RPC 2.0 `tasks/send`. `params.id` = task id, a UUID when omitted; in the example the envelope `id` equals `params.id`. `params.message = {role:"user", parts:[{type:"text",text:goal}]}`; non-empty `context` is added as a **second text part**.',
  "S0-06": "JSON-RPC 2.0 `tasks/get`.",
  "S0-07": "JSON-RPC 2.0 `tasks/cancel`.",
  "S0-08":
    "`result.id` → `task_id`; `result.status.state` → `status`; artifacts (parts, name, description with defaults) and messages extracted from the result payload.",
  "S0-09":
    'JSON-RPC `error` → result with status `"failed"` and `error` = the error message (e.g. `-32600 "Invalid request"` → `error == "Invalid request"`). **Does not throw.** `task_id` is required, so it comes from the envelope id.',
  "S0-10":
    "submitted→pending, working→running, completed→completed, failed→failed, canceled→cancelled. Unknown statuses returned as-is.",
  "S0-11":
    "pending→submitted, running→working, completed→completed, failed→failed, cancelled→canceled. Unknown statuses returned as-is.",
  "S0-12": 'All text parts of **artifacts and messages**, joined with `"\\n"`; non-text parts skipped.',
  "S0-13":
    "build send → post → parse (`working`) → build get → post → parse (poll) → `get_result_text` when completed → or build cancel → post.",
  "S0-14":
    "A2A Client (high-level client that uses the bridge), A2A Agent Card (discovery), `A2AAgentConfig` dataclass in Types.",
  "S1-01": "A2A gives *agents*, MCP gives *tools*: send a goal, the remote agent works on its own and returns results.",
  "S1-02": 'Discovery plus task management over many **named** agents ("analyst", "translator", "researcher").',
  "S1-03": "Per-agent state tracking; holds `card: AgentCardInfo` (skills, capabilities).",
  "S1-04": "`POST /tasks/send` (JSON-RPC 2.0), `POST /tasks/get` (poll status), `POST /tasks/cancel`.",
  "S1-05": "Card at `/.well-known/agent.json`, fetched during discovery.",
  "S1-06":
    '`name`, `description`, `url`, `version` ("1.0"), `skills[]`, `capabilities {input_modes:["text"], output_modes:["text"]}`.',
  "S1-07": "`id`, `name`, `description`, `tags[]`, `examples[]`.",
  "S1-08": "Parsed card dataclass with typed `AgentSkill` entries.",
  "S1-09": "submitted → working → completed or failed; `cancel_task()` at **any point** → canceled.",
  "S1-10":
    'submitted/pending "received, queued"; working/running "actively processing"; completed "finished successfully"; failed "encountered an error"; canceled/cancelled "was cancelled".',
  "S1-11":
    'async; returns `A2ATaskResult` with initial status (usually `submitted` or `working`). Body is `tasks/send` with `id`, `params.id`, `message.role "user"`, goal part + context part.',
  "S1-12": "async poll; result carries artifacts (`artifact.name`, `artifact.parts`).",
  "S1-13": "async; requests cancellation of an in-progress task.",
  "S1-14":
    'artifacts = produced outputs; messages = conversation history; text via `A2ATaskBridge.get_result_text`; per-part access through `part["type"] == "text"`.',
  "S1-15":
    '`corteX.security.capabilities.CapabilitySet()`; `caps.grant("a2a:researcher", "delegate")`; resource pattern `a2a:{agent_name}`, action `delegate`; ungranted agents are blocked.',
  "S1-16": "Delegating to an ungranted agent raises `PermissionError`.",
  "S1-17": "Static; result is served at `/.well-known/agent.json`.",
  "S1-18": "Also takes `tools` (list of `ToolWrapper`) and converts each tool into a skill entry.",
  "S1-19": '`AgentCardBuilder` also **parses** cards ("build and parse Agent Cards").',
  "S1-20":
    "`aiohttp` preferred, `httpx` alternative, auto-detected; if neither, a clear `ImportError` with installation instructions. (TS analogue: injected or detected `fetch`, clear error when none.)",
  "S1-21": "`corteX.interop.types`; agent connection configuration.",
  "S1-22": "`corteX.session.interop`; wires A2A into the session lifecycle.",
  "S1-23":
    "`A2AAgentConfig`, `A2AClientManager`, `A2AAgentConnection`, `AgentCardInfo`, `AgentSkill`, `AgentCardBuilder`, `A2ATaskBridge`, `A2ATaskResult`, `SessionInteropMixin`.",
  "S1-24":
    'The status table\'s third column ("Task received, queued", "Agent actively processing", …) is available beside the mapping.',
  "S2-01":
    "17 names: `A2AClient`, `A2AClientError`, `A2AAdapter`, `A2AAdapterError`, `AgentCard`, `AgentSkill`, `A2APart`, `A2AMessage`, `A2ATaskParams`, `JsonRpcRequest`, `A2ATaskStatus`, `A2AArtifact`, `A2ATask`, `JsonRpcResponse`, `JsonRpcError`, `JsonRpcErrorResponse`, `AgentStepModel`.",
  "S2-02":
    "Extends `BaseAgent`, so any orchestrator (PipelineOrchestrator, SupervisorOrchestrator…) treats a remote A2A service as a first-class agent without code changes.",
  "S2-03":
    '`endpoint_url` (trailing `/` stripped, `/rpc` appended automatically), `timeout=30.0` s, `headers=None`, `behaviors=None`, `agent_id` default `"A2AClient"`, `logger=None`, `metrics=None`; internally `llm_gateway=None`.',
  "S2-04": '`{"Content-Type":"application/json", ...headers}` on every request (e.g. `Authorization`).',
  "S2-05":
    "Builds `BehaviorContext(agent_id, task, metadata=context or {})`; runs before-behaviours once; loops on the remote call.",
  "S2-06":
    "`_apply_behaviors_on_error`: returns `RETRY_SENTINEL` → `attempt += 1` and retry; non-None → returned as the result (fallback); None → the exception is re-raised.",
  "S2-07": "`_apply_behaviors_after(ctx, result)` may replace the result.",
  "S2-08": "log start on each attempt (task); log end with (task, success, number of steps).",
  "S2-09": "Executes remotely, then yields each `AgentStep` of the result.",
  "S2-10":
    "`POST {endpoint}/rpc`, JSON-RPC `tasks/send`; fresh UUID for the request id and another for the task id; one text part.",
  "S2-11":
    "Context goes in `message.metadata`; standard keys `user_assertion`, `obo_token`, `locale`, `language`, `session_id`.",
  "S2-12": 'info `"A2AClient tasks/send"` with `url`, `agent_id`, `task_id`.',
  "S2-13": '`A2AClientError("Cannot reach remote agent at {url}: {exc}")`, cause kept.',
  "S2-14": '`A2AClientError("Remote agent timed out after {timeout}s: {exc}")`, cause kept.',
  "S2-15": 'anything but 200 → `A2AClientError("Remote agent returned HTTP {code}: {first 200 chars}")`.',
  "S2-16": '`A2AClientError("Remote agent returned non-JSON body: {first 200 chars}")`.',
  "S2-17": '`A2AClientError("A2A JSON-RPC error {code}: {message}")`.',
  "S2-18": '`A2AClientError("Malformed A2A response: {exc}")` after model validation fails.',
  "S2-19": '`success = status.state == "completed"`; `error = status.message` when not successful.',
  "S2-20":
    'Text of the **first text part of an artifact**, artifacts tried in order until one gives a non-empty text (an empty first text part hides the later parts of that artifact); `""` when none.',
  "S2-21":
    '`task.metadata["steps"]` validated through `AgentStepModel` into `AgentStep(thought, action, action_input, observation, metadata)`.',
  "S2-22": "All task metadata except `steps`, plus `a2a_task_id = task.id`.",
  "S2-23": "`output`, `steps`, `metadata`, `success`, `error`.",
  "S2-24": "static; `GET {base without trailing /}/.well-known/agent.json`; returns validated `AgentCard`.",
  "S2-25":
    "`Cannot reach agent card at {url}: …`; `Timed out fetching agent card from {url}: …`; `GET {url} returned HTTP {code}: {200 chars}`; `Agent card at {url} returned non-JSON: {200 chars}`; `Agent card at {url} has invalid schema: …`.",
  "S2-26": "fetch card, then construct the client with `endpoint_url = card.url`, `agent_id = card.name`.",
  "S2-27": "RuntimeError: remote error, unreachable or protocol violation.",
  "S2-28":
    "Protocol-only receiver: no knowledge of tools, checkpoints, routing; translates wire ↔ host execution callback.",
  "S2-29":
    '`agent_id`, `description`, `url` (trailing `/` stripped), `version="0.1.0"`, `skills=None` (copied), `logger` default named `gmf_forge_ai.a2a.{agent_id}`.',
  "S2-30": "`AgentCard(name=agent_id, description, url, version, skills)` for `GET /.well-known/agent.json`.",
  "S2-31": "JSON-RPC 2.0 error response dict.",
  "S2-32":
    'returns `(rpc_id, task_id, task_text, context)`; wrong method → `A2AAdapterError("Method not found: {method}")`; `task_id = params.id or uuid4`.',
  "S2-33":
    "`Invalid params payload`, `Invalid message payload`, `Invalid message parts payload`, `Invalid message metadata payload`.",
  "S2-34": 'text of the **first** part with `type == "text"`, `""` if none.',
  "S2-35":
    'metadata = copy of result.metadata + serialised `steps`, `setdefault("a2a_task_id", task_id)`; one text artifact **only if output is non-empty**; state `completed`/`failed`; `status.message` = error only when failed.',
  "S2-36":
    '`execute(task_text, context) -> AgentResult` async. Codes: `-32601` when the error starts with "Method not found", `-32602` other parse errors, `-32603` with `str(exc)` when execute throws.',
  "S2-37": "non-string ids are answered with `id: null`.",
  "S2-38":
    'info `"A2A tasks/send received"` (`agent_id`, `task_id`, `task_preview` = first 80 chars); error `"Agent execution failed"` (`agent_id`, `task_id`, `error`).',
  "S2-39": "RuntimeError: malformed or unsupported incoming request.",
  "S2-40":
    '`name`, `description`, `url` required; `version="0.1.0"`; `skills=[]`. A supervisor fetches it at startup to discover agents without hard-coded knowledge.',
  "S2-41": '`id`, `name`, `description` required; description "shown to the LLM router".',
  "S2-42": '`type="text"` (`text`/`file`/`data`), `text=None`, `data=None`.',
  "S2-43": '`role="user"`, `parts` required, `metadata={}`.',
  "S2-44": "`id` (client-assigned UUID), `message`.",
  "S2-45": '`jsonrpc="2.0"`, `id: str`, `method`, `params`.',
  "S2-46":
    "`state` one of submitted, working, input-required, completed, failed; `message: Optional[str]` (a **plain string**).",
  "S2-47": '`name="result"`, `parts=[]`.',
  "S2-48": "`id` (echoed), `status`, `artifacts=[]`, `metadata={}` (`steps` = ReAct cycles).",
  "S2-49":
    'response `jsonrpc "2.0"`, `id: str`, `result: A2ATask`; error `code`, `message`, `data=None`; error response `id=None`.',
  "S2-50":
    '`thought=""`, `action=""`, `action_input={}` (**must** be a dict; wrap a string as `{"value": "..."}`), `observation=""`, `metadata={}`; carried in `A2ATask.metadata["steps"]`.',
  "S2-51":
    "Start and end of every execution are logged and counted, with any outcome: success, failure, fallback, each retry with its attempt.",
  "S3-01":
    "client `send_message`, `get_task`; `TaskState` = submitted, working, input-required, completed, canceled, failed, rejected, auth-required, unknown; `Task`, `TaskStatus`, `Message`, `TextPart`, `FilePart`, `DataPart`, `Artifact`, `AgentCard`, `Skill`; `TaskNotFoundError`, `TaskNotCancelableError`.",
  "S3-02":
    "`cancel_task()`, `get_agent_card()`, polling loop, retry on transient errors, timeout, config from YAML, tool factory.",
  "S3-03": "User ↔ UI ↔ coordinator agent ↔ A2A tool ↔ remote agent.",
  "S3-04":
    "Tool returns `[INPUT_REQUIRED:task_id=xyz] question`; coordinator asks the user, calls the tool again with `task_id` to continue.",
  "S3-05": "Tool checks `is_cancelled()` on **each poll cycle** and calls `cancel_task()`.",
  "S3-06": "`config` (models, YAML), `client` (polling, retry, timeout), `tool` (factory), `utils` (helpers).",
  "S3-07": "`a2a.clients.<name>: {url, timeout: 300, poll_interval: 1.0, max_retries: 3, retry_delay: 1.0}`.",
  "S3-08": "`url` required; `timeout=300` s; `poll_interval=1.0` s; `max_retries=3`; `retry_delay=1.0` s.",
  "S3-09": "config lookup and list of names.",
  "S3-10": "wraps the base client with `base_url = config.url`.",
  "S3-11": "`GET /.well-known/agent.json`, raises on HTTP error, returns JSON. Doubles as the **health check**.",
  "S3-12": "JSON-RPC `tasks/cancel`.",
  "S3-13": "returns `(status, task)`, status ∈ `completed`, `failed`, `input-required`, `cancelled`, `timeout`.",
  "S3-14":
    "monotonic clock; each cycle: timeout check → cancellation check → get task (with retry) → state switch → sleep `poll_interval`.",
  "S3-15": 'best-effort `cancel_task` with errors swallowed, then `("timeout", None)`.',
  "S3-16": '`cancel_task`, then `("cancelled", None)`; remote `canceled` state → `("cancelled", task)`.',
  "S3-17":
    "completed→completed; failed **or rejected**→failed; canceled→cancelled; input-required→input-required; others keep polling.",
  "S3-18":
    'up to `max_retries` attempts; only ConnectionError / TimeoutError; delay `retry_delay * 2**attempt`; last failure re-raised; warning `"[A2A] Retry {n}: {e}"`.',
  "S3-19": "same exponential backoff.",
  "S3-20":
    "`[A2A] Task {id} created / completed / needs input / cancelled by user` (info), `{state}` (debug), `timed out / failed` (error).",
  "S3-21": "factory from config name.",
  "S3-22": 'fetches the card; tool name = `name or slugify(card.name)`; doc `"Delegate to {name}: {description}"`.',
  "S3-23": "`delegate(ctx, prompt, task_id=None) -> str`; `is_cancelled` read from ctx when present, else never.",
  "S3-24":
    "`[COMPLETED] {text}`, `[INPUT_REQUIRED:task_id={id}] {question}`, `[FAILED] {status.message or 'Unknown error'}`, `[CANCELLED] Task was cancelled`, `[TIMEOUT] Task timed out`.",
  "S3-25": 'role user, `kind:"message"`, parts `[{kind:"text",text}]`, message id UUID by default.',
  "S3-26": 'text parts of **artifacts only**, joined `"\\n"`, `None` when there are none.',
  "S3-27": 'first text part of `status.message`; default `"Agent requires input"`.',
  "S3-28": "`## {name}`, description, blank, `Skills:`, `- {name}: {description}` lines.",
  "S3-29": "lowercase, spaces and hyphens → `_`.",
  "S3-30": "two clients, two tools, system prompt with both cards plus the INPUT_REQUIRED instruction.",
  "S3-31":
    "`fetch_agent_card(client)`, `get_result_text(ret)`, `text_message(text)`, `tool2skill(tool)` (tool function → Skill), `card2description(card)`; `poll_task(client, task_id)` adapted with retry, timeout, cancellation, input-required.",
  "S3-32": "`_build_agent_tool_description(card)`: lists skills with descriptions.",
  "S3-33": '`_agent_tool_name(card)`: `re.sub(r"[^0-9a-zA-Z_]", "_", base)`.',
  "S3-34": "`_agent_tool_schema(card)`: includes **skill examples** in the tool schema.",
  "S3-35": "SSE streaming, push notifications, authentication (as middleware), server config.",
  "S3-36": "`A2AClientWithBearerAuth`, `RemoteAgentConnection`, session metadata injection.",
  "S3-37":
    '`get_a2a_client("arithmetic")` → `create_a2a_tool(client)` → a coordinator\'s tools, and `client.get_agent_card()` → `agent_card_to_prompt(card)` → its system prompt, compose as printed, with no other step.',
  "S3-38":
    "`agent_card_to_prompt` prints name, description and every skill in full; shortening and cleaning are a separate, optional step.",
  "S4-01":
    "`types`, `server`, `client`, `agent-card`, `tool-wrapper`, `executor` (wires the agent loop into the server), `mod` (barrel).",
  "S4-02": "AgentCard, Task, Message, Part, Artifact, events, config types.",
  "S4-03": "JSON-RPC 2.0 over HTTP at `/a2a`.",
  "S4-04": "returns the capability card (name, skills, interfaces).",
  "S4-05": "alias of GetAgentCard.",
  "S4-06": "non-streaming; blocks until completion.",
  "S4-07": "SSE streaming execution.",
  "S4-08": "by id.",
  "S4-09": "lists all active tasks.",
  "S4-10": "cancels a running task.",
  "S4-11": "`TASK_STATE_WORKING` → `TASK_STATE_COMPLETED` / `TASK_STATE_FAILED` / `TASK_STATE_CANCELED`.",
  "S4-12": "`TASK_STATE_UNSPECIFIED`, `TASK_STATE_REJECTED`, `TASK_STATE_INPUT_REQUIRED` (we should wire them).",
  "S4-13":
    '`text/event-stream`; first `data: {"jsonrpc":"2.0","id":"...","result":{"task":{...}}}`, then bare `data: {"type":"TaskArtifactUpdateEvent","taskId","artifact","lastChunk":true}`, `data: {"type":"TaskStatusUpdateEvent","taskId","status","final":true}`, then `[DONE]`.',
  "S4-14":
    "`enabled` boolean default **false**; `server.port` number; `server.bindAddress` string; `server.allowedOrigins` string[] (CORS).",
  "S4-15": "1000 concurrent tasks.",
  "S4-16": "500 conversation contexts.",
  "S4-17": "3,600,000 (1 hour).",
  "S4-18": "300,000 (5 minutes).",
  "S4-19": "via `/.well-known/agent-card.json`.",
  "S4-20": "JSON-RPC `SendMessage`.",
  "S4-21":
    "SSE; text chunks from `TaskArtifactUpdateEvent` to `onChunk`, states from `TaskStatusUpdateEvent` to `onStatus`; **default timeout 120 s**.",
  "S4-22": "task status.",
  "S4-23": "with pagination.",
  "S4-24": "cancels a remote task.",
  "S4-25":
    "from the tool registry: skill `id` = tool definition name; `name` = snake_case → Title Case; `description` from definition; `tags` from tool capabilities; `examples` from predefined mappings for common tools (`file_read`, `shell`, `web_search`, …).",
  "S4-26": "`code-generation`, `debugging`, `code-review`, `architecture`, `search` when no tools are registered.",
  "S4-27": "`streaming: true`, `stateTransitionHistory: true`, a single `json-rpc` interface at `/a2a`.",
  "S4-28":
    "tool `a2a_<agentName>`; parameters `message` (string, required), `contextId` (string, optional); capability `network:fetch`.",
  "S4-29": "card cached after the first fetch; cache **cleared on errors**.",
  "S4-30": "returns a **retryable `A2A_ERROR`**.",
  "S4-31":
    '`a2a.enabled`, `a2a.server.{port:3000, bindAddress:"0.0.0.0"}`, `a2a.remoteAgents.<name>.{endpoint, agentCardUrl, authToken, timeout: 60000}`.',
  "S4-32": "`POST /a2a`; `GET /.well-known/agent-card.json`; `GET /api/a2a/agent-card.json` (alias).",
  "S4-33": "`cortex mcp a2a card` (show card), `… skills` (list skills), `… remote` (list remote agents).",
  "S4-34": "A2A is the wire transport of a distributed swarm; directives map to `SendMessage` calls.",
  "S4-35": "messages with `metadata.swarmKind` go to the directive handler **instead of** the executor.",
  "S4-36": "`spawn_agent`, `execute_task`, `query_resources`, `forward_message`, `sync_state`.",
  "S4-37":
    "`a2a serve` starts from the configuration's server section (`enabled`, `port`, `bindAddress`, `allowedOrigins`) when no flags say otherwise; an open address without authentication needs the explicit permission that the settlement demands.",
};
