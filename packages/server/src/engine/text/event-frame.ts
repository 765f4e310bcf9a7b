import type { LogEvent, Part, TaskArtifactUpdateEvent } from "@a2a/types";

/** The JSON of an artifact event before and after its parts. Consecutive chunks of one artifact share it. */
export class EventFrame {
  readonly front: string;
  readonly back: string;
  #update: TaskArtifactUpdateEvent | undefined;

  constructor(front: string, back: string) {
    this.front = front;
    this.back = back;
  }

  /** The event with these parts, parsed without the text around them. */
  event(parts: string): LogEvent {
    // Both texts were serialized from such a value.
    this.#update ??= (JSON.parse(this.front + this.back) as { artifactUpdate: TaskArtifactUpdateEvent }).artifactUpdate;
    const artifact = { ...this.#update.artifact, parts: JSON.parse(`[${parts}]`) as Part[] };
    return { artifactUpdate: { ...this.#update, artifact } };
  }
}
