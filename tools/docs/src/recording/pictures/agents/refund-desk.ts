import { type RunningAgent, serve } from "@a2a/server/node";
import { type AgentExecutor, artifact, ask, pause, requireAuth, save, silentLogger, status, textOf } from "@a2a/types";
import { chartPng, invoicePdf, toneWav } from "./files.ts";

const REASONS = ["damaged", "wrong item", "late"];
const FORM = {
  type: "object",
  properties: {
    order: { type: "string", title: "Order number" },
    reason: { enum: REASONS, title: "Reason" },
    amount: { type: "number", minimum: 0, title: "Amount in EUR" },
    express: { type: "boolean", title: "Pay out today" },
  },
  required: ["order", "reason"],
};

const executor: AgentExecutor = async function* ({ message, checkpoint, signal }) {
  const text = textOf(message);
  if (/240 €/.test(text))
    return yield requireAuth("Refunds above 100 € need your consent.", { scopes: ["refunds:pay"] });
  if (checkpoint === undefined && !/report/i.test(text) && /refund/i.test(text)) {
    yield status("TASK_STATE_WORKING", "Reading the policy");
    await pause(120, signal);
    yield save({ asked: true });
    return yield ask("Which order is it about?", { schema: FORM });
  }
  if (/report/i.test(text)) yield* report(signal);
  else {
    yield status("TASK_STATE_WORKING", "Using find_order");
    await pause(140, signal);
    yield status("TASK_STATE_WORKING", "Using refund_payment");
    await pause(90, signal);
    yield artifact({
      name: "decision.md",
      parts: [
        {
          text: "**Refunded.** The customer gets 84.90 € today.\n\n- Order A-1042\n- Reason: damaged\n",
          mediaType: "text/markdown",
        },
      ],
    });
  }
  return undefined;
};

/** One artifact of each type that the page renders. */
async function* report(signal: AbortSignal) {
  yield status("TASK_STATE_WORKING", "Collecting the refunds of the week");
  await pause(60, signal);
  const markdown =
    "# Refunds, week 46\n\n31 refunds, 2,418 € in all.\n\n- Damaged goods: **19**\n- Wrong item: 8\n- Late: 4\n";
  yield artifact({ name: "summary.md", parts: [{ text: markdown, mediaType: "text/markdown" }] });
  const csv =
    "order,reason,amount\nA-1042,damaged,84.90\nA-1043,late,12.00\nA-1051,wrong item,39.50\nA-1060,damaged,129.00\n";
  yield artifact({ name: "refunds.csv", parts: [{ text: csv, mediaType: "text/csv" }] });
  yield artifact({ name: "chart.png", parts: [{ raw: chartPng(), filename: "chart.png", mediaType: "image/png" }] });
  yield artifact({ name: "totals", parts: [{ data: { refunds: 31, total: 2418.4, currency: "EUR" } }] });
  yield artifact({
    name: "flow",
    parts: [
      {
        text: "graph LR\n  request --> policy\n  policy -->|ok| payment\n  policy -->|unclear| person\n",
        mediaType: "text/vnd.mermaid",
      },
    ],
  });
  yield artifact({
    name: "invoice.pdf",
    parts: [{ raw: invoicePdf(), filename: "invoice.pdf", mediaType: "application/pdf" }],
  });
  yield artifact({ name: "call.wav", parts: [{ raw: toneWav(), filename: "call.wav", mediaType: "audio/wav" }] });
  yield artifact({ name: "approval", parts: APPROVAL.map((data) => ({ data, mediaType: "application/json+a2ui" })) });
}

/** An A2UI surface that asks for an approval. */
const APPROVAL = [
  {
    surfaceUpdate: {
      surfaceId: "approval",
      components: [
        { id: "root", component: { Card: { child: "column" } } },
        { id: "column", component: { Column: { children: { explicitList: ["title", "text", "buttons"] } } } },
        { id: "title", component: { Text: { text: { literalString: "Refund above the limit" }, usageHint: "h3" } } },
        { id: "text", component: { Text: { text: { path: "/question" } } } },
        { id: "buttons", component: { Row: { children: { explicitList: ["yes", "no"] } } } },
        { id: "yes", component: { Button: { child: "yes-text", primary: true, action: { name: "approve" } } } },
        { id: "yes-text", component: { Text: { text: { literalString: "Approve" } } } },
        { id: "no", component: { Button: { child: "no-text", action: { name: "decline" } } } },
        { id: "no-text", component: { Text: { text: { literalString: "Decline" } } } },
      ],
    },
  },
  {
    dataModelUpdate: {
      surfaceId: "approval",
      contents: [{ key: "question", valueString: "Order A-1060 asks for 129.00 €. The limit is 100.00 €." }],
    },
  },
  { beginRendering: { surfaceId: "approval", root: "root" } },
];

/** The login of the shop, which no picture follows. */
const LOGIN = {
  authorizationUrl: "https://id.shop.example/authorize",
  tokenUrl: "https://id.shop.example/token",
  scopes: { "refunds:pay": "Pay refunds above 100 €" },
};

/** An agent of a shop's support. It asks with a form or for a login, and writes reports of all types. */
export function serveRefundDesk(): Promise<RunningAgent> {
  return serve({
    store: "memory",
    logger: silentLogger,
    inspector: true,
    card: {
      name: "Refund Desk",
      description: "Decides on refunds by the policy of the shop, and asks a person above 100 €.",
      defaultInputModes: ["text/plain", "application/json"],
      securitySchemes: { shop: { oauth2SecurityScheme: { flows: { authorizationCode: LOGIN } } } },
      provider: { organization: "Example Shop", url: "https://shop.example" },
      skills: [
        {
          id: "refund",
          name: "Refund an order",
          description: "Finds the order, checks the policy and pays the customer back",
          tags: ["orders", "payments"],
          examples: ["I want a refund for my order", "Write the refund report of this week"],
        },
        { id: "report", name: "Refund report", description: "The refunds of a week, with a chart", tags: ["reports"] },
      ],
    },
    executor,
    webhooks: { egress: { allowPrivate: true, allowHttp: true } },
  });
}

/** An agent that answers at once. */
export function serveOrderTracker(): Promise<RunningAgent> {
  return serve({
    store: "memory",
    logger: silentLogger,
    card: {
      name: "Order Tracker",
      description: "Knows where every parcel is.",
      skills: [{ id: "track", name: "Track an order", description: "Where an order is", tags: ["orders"] }],
    },
    async *executor({ signal }) {
      yield status("TASK_STATE_WORKING", "Asking the carrier");
      await pause(80, signal);
      yield "Order A-1042 was delivered on Monday. The carrier reports that the parcel was **damaged**.";
    },
  });
}
