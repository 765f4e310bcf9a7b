/** The server that a supervisor starts. */
export interface ServerPlan {
  readonly settings: Readonly<Record<string, string | number>>;
  /** The folder for the data; absent for one that the supervisor creates. */
  readonly folder?: string;
}

/** The requests to a supervisor. */
export type Wish = "crash" | "restart-if-down" | "stop";

/** How it went. The first answer has the address of the database. */
export type Answer = { readonly done: string } | { readonly problem: string };
