import type { JsonObject } from "@a2a/types";
import type { A2ATaskResult } from "@a2a/types/cortex";
import {
  buildCancelRequest,
  buildGetRequest,
  buildSendRequest,
  type RequestOptions,
  type SendOptions,
} from "./build-request.ts";
import { a2aStatusToCortex, cortexStatusToA2a, statusMeaning } from "./map-status.ts";
import { parseResponse } from "./parse-response.ts";
import { resultText } from "./result-text.ts";

/**
 * Maps A2A tasks to the life of a host's sub-agents: builds JSON-RPC 2.0 requests, reads answers, converts statuses. It does no
 * I/O and keeps no state; posting is up to the caller.
 *
 * @example
 * ```ts
 * const bridge = new A2ATaskBridge();
 * const result = bridge.parseResponse(await post(bridge.buildSendRequest("Summarize the minutes")));
 * ```
 */
export class A2ATaskBridge {
  /** A request that gives an agent a goal: `tasks/send`, or what another `version` calls it. */
  buildSendRequest(goal: string, options: SendOptions = {}): JsonObject {
    return buildSendRequest(goal, options);
  }

  /** A request that reads a task: `tasks/get`, or what another `version` calls it. */
  buildGetRequest(taskId: string, options: RequestOptions = {}): JsonObject {
    return buildGetRequest(taskId, options);
  }

  /** A request that cancels a task: `tasks/cancel`, or what another `version` calls it. */
  buildCancelRequest(taskId: string, options: RequestOptions = {}): JsonObject {
    return buildCancelRequest(taskId, options);
  }

  /**
   * The result of a task, from the response of an agent of any version. For a JSON-RPC error, and for anything that is not a
   * valid response, the status is `failed` and the result has the error's message. Never throws.
   */
  parseResponse(response: unknown): A2ATaskResult {
    return parseResponse(response);
  }

  /** The host's word for a status (`working` is `running`); an unknown one is returned as it is. */
  a2aStatusToCortex(status: string): string {
    return a2aStatusToCortex(status);
  }

  /** The status for a word of the host (`running` is `working`); an unknown one is returned as it is. */
  cortexStatusToA2a(status: string): string {
    return cortexStatusToA2a(status);
  }

  /** The meaning of a status in a few words, by its A2A name or the host's; `undefined` for an unknown one. */
  statusMeaning(status: string): string | undefined {
    return statusMeaning(status);
  }

  /** All text of a result, of its artifacts and then its messages, joined by line feeds. */
  getResultText(result: A2ATaskResult): string {
    return resultText(result);
  }
}
