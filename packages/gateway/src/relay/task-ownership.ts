import { invalidParams, type Message, taskNotFound } from "@a2a/types";
import { ownerOf, type Relay, type RelayedCall } from "./relay-context.ts";

/** Rejects a task of another caller with the same error as a task that does not exist. */
export async function requireOwn(
  { keepsApart, routes, link }: Relay,
  { scope }: RelayedCall,
  id: string,
): Promise<void> {
  if (!keepsApart) return;
  const route = await routes.find(id, link.name);
  if (route?.owner !== ownerOf(scope)) throw taskNotFound(id);
}

/** Refuses a conversation of another caller: the agent would continue it with what that caller said. */
export async function requireOwnContext(
  { keepsApart, routes, link }: Relay,
  { scope }: RelayedCall,
  contextId: string | undefined,
): Promise<void> {
  if (!keepsApart || contextId === undefined) return;
  if (await routes.claimContext(ownerOf(scope), link.name, contextId)) return;
  throw invalidParams("message.contextId", "cannot be used: leave it out to begin a conversation");
}

/**
 * Remembers whose a task is. False when it belongs to another caller: an agent that takes all callers for one has mistaken a message
 * for a repetition of another caller's.
 */
export async function remember(
  { routes, link, keepsApart }: Relay,
  { scope, call }: RelayedCall,
  { id, contextId }: { readonly id: string; readonly contextId?: string | undefined },
): Promise<boolean> {
  const owner = ownerOf(scope);
  const isOwn = await routes.put({ agent: link.name, taskId: id, owner, alias: call.taskAlias });
  if (!keepsApart) return true;
  if (isOwn && contextId !== undefined) await routes.claimContext(owner, link.name, contextId);
  return isOwn;
}

/** Remembers whose a conversation is that an agent answered in without a task. False when it belongs to another caller. */
export async function rememberContext(
  { routes, link, keepsApart }: Relay,
  { scope }: RelayedCall,
  contextId: string | undefined,
): Promise<boolean> {
  if (!keepsApart || contextId === undefined) return true;
  return await routes.claimContext(ownerOf(scope), link.name, contextId);
}

/** A message that refers to tasks of its caller only: the agent would use those of others too. */
export async function withOwnReferences(
  { routes, link, keepsApart }: Relay,
  owner: string,
  message: Message,
): Promise<Message> {
  const { referenceTaskIds, ...rest } = message;
  if (!keepsApart || referenceTaskIds === undefined) return message;
  const own = await routes.owned(owner, link.name, referenceTaskIds);
  const kept = referenceTaskIds.filter((id) => own.has(id));
  return kept.length > 0 ? { ...rest, referenceTaskIds: kept } : rest;
}
