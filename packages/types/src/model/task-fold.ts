/** How many messages the history of a task keeps; older ones leave the history, not the log. */
export const MAX_HISTORY = 10_000;

/** A task that events are folded into, kept either as an object or as the text of one. */
export interface TaskFold<Message> {
  /** The history, oldest first. It grows in place and is replaced when it is trimmed. */
  history: Message[];
  /** The message of the current status. */
  readonly statusMessage: Message | undefined;
  /** Whether the task waits for its caller. */
  readonly isInterrupted: boolean;
  /** Removes the message from the current status. */
  clearStatusMessage(): void;
}

/** Folds in a message of the user. A question it answers moves to the history before it. */
export function foldReceived<Message>(task: TaskFold<Message>, message: Message): void {
  const question = task.statusMessage;
  if (question !== undefined && task.isInterrupted) {
    remember(task, question);
    task.clearStatusMessage();
  }
  remember(task, message);
}

/** Folds in a new status, which the caller then sets: the message of the one before moves to the history. */
export function foldStatus<Message>(task: TaskFold<Message>): void {
  if (task.statusMessage !== undefined) remember(task, task.statusMessage);
}

function remember<Message>(task: TaskFold<Message>, message: Message): void {
  task.history.push(message);
  if (task.history.length > MAX_HISTORY) task.history = task.history.slice(1);
}
