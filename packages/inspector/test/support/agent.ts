import { type RunningAgent, type ServeOptions, serve } from "@a2a/server/node";
import { type AgentExecutor, artifact, ask, pause, requireAuth, silentLogger, status, textOf } from "@a2a/types";

const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

const PDF = Buffer.from("%PDF-1.4\n<< /Type /Pages /Count 1 >> << /Type /Page >>").toString("base64");

const SURFACE = [
  {
    surfaceUpdate: {
      surfaceId: "berth",
      components: [
        { id: "top", component: { Column: { children: { explicitList: ["text", "button"] } } } },
        { id: "text", component: { Text: { text: { literalString: "<b>Berth 7</b> is free" } } } },
        { id: "button", component: { Button: { child: "label", action: { name: "book" } } } },
        { id: "label", component: { Text: { text: { literalString: "Book it" } } } },
      ],
    },
  },
  { beginRendering: { surfaceId: "berth", root: "top" } },
];

const BERTH = {
  type: "object",
  properties: {
    nights: { type: "integer", minimum: 1, title: "Nights" },
    name: { type: "string", description: "As on the papers of the ship" },
    side: { enum: ["port", "starboard"] },
    power: { type: "boolean" },
    guests: { type: "array" },
  },
  required: ["nights", "name"],
};

/** Follows the first word of a message. */
const executor: AgentExecutor = async function* ({ message, task, signal }) {
  const text = textOf(message);
  const [word = "", argument = "0"] = text.split(" ");
  const first = task.history?.find(({ role }) => role === "ROLE_USER");
  if (first && first.messageId !== message.messageId) {
    const form = message.parts.find((part) => "data" in part);
    yield artifact({ name: "answer", parts: [{ text: `You said ${form ? JSON.stringify(form.data) : text}.` }] });
    return undefined;
  }
  if (word === "ask") yield ask("Which port?");
  else if (word === "form") yield ask("How many nights, and for whom?", { schema: BERTH });
  else if (word === "login") yield requireAuth("Log in to the harbour office", { url: "https://office.example/login" });
  else if (word === "slowly") {
    yield status("TASK_STATE_WORKING", "Waiting for the tide");
    await pause(400, signal);
    yield artifact({ name: "tide", parts: [{ text: "High water." }] });
    yield ask("Which port?");
  } else if (word === "events" || word === "report") {
    for (let n = 0; n < Number(argument); n++) {
      yield artifact(
        { artifactId: "log", name: "log", parts: [{ text: `line ${n + 1} ` }] },
        n > 0 ? { append: true } : {},
      );
    }
    if (word === "report") yield ask("Go on?");
  } else if (word === "hang") {
    yield status("TASK_STATE_WORKING", "Waiting");
    await pause(60_000, signal);
  } else if (word === "files") {
    yield artifact({ name: "notes.md", parts: [{ text: "# Tides\n\n- **high** water", mediaType: "text/markdown" }] });
    yield artifact({ name: "table.csv", parts: [{ text: 'port,high\n"Dover, east",6.7', mediaType: "text/csv" }] });
    yield artifact({ name: "data", parts: [{ data: { heights: [6.7, 0.8] } }] });
    yield artifact({ name: "pixel.png", parts: [{ raw: PIXEL, filename: "pixel.png", mediaType: "image/png" }] });
    yield artifact({ name: "page.html", parts: [{ text: "<h1>Foreign</h1>", mediaType: "text/html" }] });
    yield artifact({ name: "flow", parts: [{ text: "graph LR\n  a --> b", mediaType: "text/vnd.mermaid" }] });
    yield artifact({ name: "paper", parts: [{ raw: PDF, filename: "paper.pdf", mediaType: "application/pdf" }] });
    yield artifact({ name: "panel", parts: SURFACE.map((data) => ({ data, mediaType: "application/json+a2ui" })) });
    yield artifact({ name: "link", parts: [{ url: "https://tides.example/table" }] });
  } else {
    yield status("TASK_STATE_WORKING", "Thinking");
    yield artifact({ name: "echo", parts: [...message.parts] });
  }
  return undefined;
};

/** An agent on a free port of 127.0.0.1, with its tasks in memory. */
export function serveTestAgent(options: Partial<ServeOptions> = {}): Promise<RunningAgent> {
  return serve({
    store: "memory",
    logger: silentLogger,
    card: {
      name: "Harbour",
      description: "Knows the tides.",
      skills: [{ id: "tides", name: "Tides", description: "High and low water", tags: ["tides"], examples: ["hello"] }],
      defaultInputModes: ["*/*"],
    },
    executor,
    webhooks: { egress: { allowPrivate: true, allowHttp: true } },
    ...options,
  });
}
