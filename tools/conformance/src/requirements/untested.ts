/** Requirements without a test, and why there is none. */
export const untested: Readonly<Record<string, string>> = {
  ...because(
    ["R-152", "R-153", "R-154", "R-155", "R-156", "R-157", "R-159"],
    "gRPC is not offered, and no card declares it",
  ),
  ...because(["R-233", "R-234", "R-235", "R-236"], "no binding of our own is offered"),
  ...because(["R-209", "R-210", "R-232"], "for whoever runs a server: nothing of it can be seen on the wire"),
  ...because(
    ["R-11", "R-19", "R-20", "R-25", "R-28", "R-222"],
    "for the program that uses the client: the client sends what it is given",
  ),
  ...because(["R-93"], "for whoever runs a receiver: nothing of it can be seen on the wire"),
  "R-22": "a matter of documentation: the README of the server tells how long conversations are kept",
  "R-101": "for the author of the extended card: it is served as it was written, to callers who may see it",
  "R-202": "for the authors of extensions: the only one of our own, message deduplication, has its version in its URI",
  "R-204": "for the authors of extensions: the server hands their data over as it came, within the limits of all input",
  "R-217": "a matter of documentation: the README of the server tells who may see and do what",
  "R-223": "credentials in messages are handed to the agent and not kept, so there are none to encrypt",
};

function because(ids: readonly string[], reason: string): Record<string, string> {
  return Object.fromEntries(ids.map((id) => [id, reason]));
}
