import type { AgentCardInfo } from "@a2a/types/cortex";
import { A2AClientManager, type ManagerOptions } from "./client-manager.ts";

/** The agents a session works with: found when it opens, closed with it. */
export class A2ASession implements AsyncDisposable {
  readonly manager: A2AClientManager;
  /** The agents that were found, by their names. */
  readonly agents: ReadonlyMap<string, AgentCardInfo>;

  private constructor(manager: A2AClientManager, agents: ReadonlyMap<string, AgentCardInfo>) {
    this.manager = manager;
    this.agents = agents;
  }

  /** Finds all agents that are granted. One that cannot be reached does not keep the session from opening: see `unreachable`. */
  static async open(options: ManagerOptions): Promise<A2ASession> {
    const manager = new A2AClientManager(options);
    return new A2ASession(manager, await manager.discoverAll());
  }

  /** The agents that could not be found, and why. */
  get unreachable(): ReadonlyMap<string, unknown> {
    const failed = this.manager.connections.filter(({ state }) => state === "failed");
    return new Map(failed.map(({ name, error }) => [name, error]));
  }

  /** Closes every connection. */
  close(): Promise<void> {
    return this.manager.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}
