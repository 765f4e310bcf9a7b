import { createId, type Message } from "@a2a/types";
import type { CallContext } from "../dispatch/call-context.ts";
import { checkMessage } from "../dispatch/check-capabilities.ts";
import type { ServerContext } from "../dispatch/server-context.ts";
import { takeSecrets } from "../dispatch/take-secrets.ts";
import type { Begun } from "../engine/task-engine.ts";
import { checkWebhook } from "../push/check-webhook.ts";
import { toCallFacts } from "../runs/call-facts.ts";

/** Takes a message in and sees to it that its turn is carried out: with `hurry` for a caller that wants to be off again. */
export async function takeIn(
  server: ServerContext,
  context: CallContext<"sendMessage" | "sendStreamingMessage">,
  { hurry = false }: { hurry?: boolean } = {},
): Promise<Begun> {
  const { taskAlias } = context.call;
  const { input, secrets } = takeSecrets(context.call.input, server.secretMetadata, context.logger);
  const directive = server.isDirective(input.message, context.caller);
  checkMessage(server.card, input, directive);
  const chosen = context.reply.codec.clientTaskIds ? (taskAlias ?? input.message.taskId) : undefined;
  const message = chosen === undefined ? input.message : withoutTask(input.message);
  const push = input.configuration?.taskPushNotificationConfig;
  if (push) checkWebhook(push, server.webhookGuard);
  const begun = await server.engine.begin({
    scope: context.scope,
    message,
    ...(!server.deduplicate && { repeatKey: createId() }),
    fingerprint: fingerprint(message),
    version: context.version,
    call: toCallFacts(context, input, server.tracing?.carrier()),
    ...(chosen !== undefined && { alias: chosen }),
    ...(push && { push: { config: push, version: context.version, principal: context.caller.subject } }),
  });
  if (begun.kind === "run") server.runs.start(begun.lease, { hurry, secrets });
  return begun;
}

/** A task goes by an id of the engine's own, whatever its caller calls it. */
function withoutTask({ taskId: _, ...message }: Message): Message {
  return message;
}

/**
 * What makes a message the same one: what it says, not what it is called. Collisions would only let a caller mistake two messages
 * of its own for each other, so a fast hash will do.
 */
function fingerprint(message: Message): string {
  const text = JSON.stringify([message.role, message.parts, message.metadata, message.taskId, message.contextId]);
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 2654435761);
    b = Math.imul(b ^ unit, 1597334677);
  }
  return `${text.length}-${(a >>> 0).toString(36)}${(b >>> 0).toString(36)}`;
}
