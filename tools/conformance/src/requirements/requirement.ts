/** Whom a requirement is about. */
export type Subject = "server" | "client" | "both" | "receiver" | "operator";

/** A requirement of the specification: its id here, whom it binds, how strictly, what it says, and the section that says so. */
export type Requirement = readonly [
  id: string,
  subject: Subject,
  level: "must" | "should",
  says: string,
  section: string,
];

/** Requirements that belong together. */
export interface Chapter {
  readonly title: string;
  readonly requirements: readonly Requirement[];
}
