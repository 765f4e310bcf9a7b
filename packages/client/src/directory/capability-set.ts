import { PermissionError } from "@a2a/types";

/** One thing that is allowed. */
export interface Grant {
  /** The resource: `a2a:researcher`. A trailing `*` matches anything. */
  readonly resource: string;
  /** The action: `delegate`. A lone `*` matches any action. */
  readonly action: string;
}

/** The capabilities of a program. Only granted actions are allowed. */
export class CapabilitySet {
  readonly #grants = new Map<string, Grant>();

  /** Allows an action on a resource, or on all whose name begins alike: `grant("a2a:*", "delegate")`. */
  grant(resource: string, action: string): this {
    if (resource === "" || action === "") throw new TypeError("a grant must name a resource and an action");
    this.#grants.set(key(resource, action), { resource, action });
    return this;
  }

  /** Revokes a grant; whether it existed. */
  revoke(resource: string, action: string): boolean {
    return this.#grants.delete(key(resource, action));
  }

  /** Everything that is granted, in the order in which it was. */
  list(): Grant[] {
    return [...this.#grants.values()];
  }

  /** Whether an action on a resource is allowed. */
  allows(resource: string, action: string): boolean {
    for (const grant of this.#grants.values()) {
      if (fits(resource, grant.resource) && (grant.action === "*" || grant.action === action)) return true;
    }
    return false;
  }

  /** Throws a `PermissionError` when an action on a resource is not allowed. */
  require(resource: string, action: string): void {
    if (this.allows(resource, action)) return;
    throw new PermissionError(
      `not allowed: ${action} on ${resource}; grant(${JSON.stringify(resource)}, "${action}") allows it`,
    );
  }
}

/** The resource of an agent. */
export function agentResource(name: string): string {
  return `a2a:${name}`;
}

function key(resource: string, action: string): string {
  return JSON.stringify([resource, action]);
}

function fits(resource: string, pattern: string): boolean {
  return pattern.endsWith("*") ? resource.startsWith(pattern.slice(0, -1)) : resource === pattern;
}
