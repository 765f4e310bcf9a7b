/** Requirements without a test, and why there is none. */
export const untested: Readonly<Record<string, string>> = {
  ...because(["R-233", "R-234", "R-235", "R-236"], "there is no custom binding"),
  ...because(["R-209", "R-210", "R-232"], "for operators of a server: not observable on the wire"),
  ...because(["R-11", "R-19", "R-20", "R-25", "R-28", "R-222"], "for applications: the client sends what it is given"),
  ...because(["R-93"], "for operators of a webhook receiver: not observable on the wire"),
  "R-22": "a documentation requirement: the README of the server states how long contexts are kept",
  "R-101": "for authors of the extended card: it is served unchanged to authorized callers",
  "R-202": "for authors of extensions: our only one, message deduplication, has its version in its URI",
  "R-204": "for authors of extensions: the server passes their data on unchanged, within the limits of all input",
  "R-217": "a documentation requirement: the README of the server describes authorization",
  "R-223": "credentials in messages are passed to the agent and not stored, so there are none to encrypt",
};

function because(ids: readonly string[], reason: string): Record<string, string> {
  return Object.fromEntries(ids.map((id) => [id, reason]));
}
