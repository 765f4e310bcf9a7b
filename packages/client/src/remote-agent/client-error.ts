/** A remote agent reported an error, could not be reached, or broke the protocol. */
export class A2AClientError extends Error {
  override readonly name = "A2AClientError";
}
