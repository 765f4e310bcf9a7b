import type { JsonObject, Message, Principal, SendMessageRequest } from "@a2a/types";
import { tokenOf } from "../auth/caller-token.ts";
import type { BeginCommand, Outcome } from "../engine/port/task-engine.ts";
import { toCallFacts } from "../turns/agent-turn.ts";
import { checkWebhook } from "../webhooks/check-webhook.ts";
import type { CallContext } from "./call.ts";
import { checkMessage } from "./check-input.ts";
import { fingerprint } from "./fingerprint.ts";
import { takeSecrets } from "./input/take-secrets.ts";
import type { ServerContext } from "./server-context.ts";

/** How a message is answered, and whether it began a task: its log then begins with the task itself. */
export interface Accepted {
  readonly outcome: Outcome;
  readonly isNew: boolean;
}

/** Hands a message to the engine and starts its turn. With `needsTask` a task exists after a moment, regardless of its agent. */
export async function acceptMessage(
  server: ServerContext,
  context: CallContext<"sendMessage" | "sendStreamingMessage">,
  needsTask: boolean,
): Promise<Accepted> {
  const { signal } = context;
  const { input, secrets: sent } = hasMetadata(context.call.input)
    ? takeSecrets(context.call.input, server.secretMetadata, context.logger)
    : { input: context.call.input, secrets: undefined };
  const secrets = server.lendsToken ? withCallerToken(sent, context.caller) : sent;
  const command = toCommand(server, context, input);
  if (server.skillInputs) await server.skillInputs.check(command.message);
  const { webhook } = command;
  const sealed = webhook && { webhook: { ...webhook, config: await server.webhookSecrets.seal(webhook.config) } };
  const begun = await server.engine.begin(sealed ? { ...command, ...sealed } : command);
  if (begun.kind === "queued") server.turns.queued(command.message.taskId);
  if (begun.kind === "run") {
    // A caller that chose the id of its task may ask for it at once.
    server.turns.start(begun.lease, { needsTask: needsTask || command.alias !== undefined, secrets });
  }
  const isNew = begun.kind === "run" && begun.lease.seq === 1;
  const outcome = await begun.outcome({ signal });
  context.call.body?.release();
  return { outcome, isNew };
}

/** A token in the metadata was not checked, so it must not pass for that of the caller. */
function withCallerToken(sent: JsonObject = {}, caller: Principal): JsonObject {
  const { callerToken: _, ...others } = sent;
  const token = tokenOf(caller);
  return token === undefined ? others : { ...others, callerToken: token };
}

function hasMetadata({ message, metadata }: SendMessageRequest): boolean {
  return message.metadata !== undefined || metadata !== undefined;
}

function toCommand(
  server: ServerContext,
  context: CallContext<"sendMessage" | "sendStreamingMessage">,
  input: SendMessageRequest,
): BeginCommand {
  const { scope, caller, extensions } = context;
  const { codec, taskAlias, binding } = context.call;
  const { version } = codec;
  const message = inContext(server, context, input.message);
  checkMessage(server, input, {
    anyContent: server.directives.current?.isDirective(message, caller) ?? false,
    taskAlias,
  });
  const webhook = input.configuration?.taskPushNotificationConfig;
  if (webhook) checkWebhook(webhook, server.webhookGuard);
  return {
    scope,
    message,
    repeatable: server.deduplicate && !codec.hasGeneratedId?.(message),
    fingerprint: fingerprint(message),
    version,
    call: toCallFacts({ caller, version, binding, extensions }, input, server.tracing?.carrier()),
    alias: taskAlias,
    webhook: webhook && { config: webhook, version, principal: scope.owner },
  };
}

/** The message in the conversation that a header names, unless it names its own. */
function inContext({ contextHeader }: ServerContext, { call }: CallContext, message: Message): Message {
  const contextId = contextHeader === undefined ? undefined : call.headers[contextHeader];
  if (!contextId || message.contextId !== undefined || message.taskId !== undefined) return message;
  return { ...message, contextId };
}
