/** A deviation of the public test kit from the specification it tests. */
interface Difference {
  /** The tests of the kit. */
  readonly tests: string;
  readonly kit: string;
  readonly text: string;
}

/** Where branch `1.0-dev` of the kit differs from 1.0.1. */
export const newKit: readonly Difference[] = [
  {
    tests: "`HTTP_JSON-SVC-001` (TestRestFormat::test_response_content_type)",
    kit: "an answer of HTTP+JSON has the media type `application/json`, as 1.0.0, section 11.1, has it",
    text: "1.0.1, section 11.1: requests and answers use `application/a2a+json`. A caller that accepts `application/json` only gets that",
  },
  {
    tests:
      "`HTTP_JSON-ERR-001` (TestRestErrorStructure::test_error_uses_aip193_format, TestAIP193ErrorFormat::test_error_content_type)",
    kit: "so has an error, as 1.0.0, sections 11.1 and 11.6, have it",
    text: "1.0.1, sections 11.1 and 11.6: the same change; the form of the body is the same in both",
  },
  {
    tests:
      "the statuses its tables have for `TaskNotCancelableError`, `ContentTypeNotSupportedError` and `InvalidAgentResponseError`",
    kit: "409, 415 and 502, as 1.0.0, section 5.4, has them; its tests happen to accept another answer, or to ask for 415 where a request as a whole is of a wrong type",
    text: "1.0.1, section 5.4: 400, 400 and 500. A request whose body is no JSON at all is answered with 415, as HTTP has it",
  },
  {
    tests: "`CORE-SEND-003` (test_must_requirement, both bindings)",
    kit: "sends a part of a media type nobody takes and insists on success, although the title of the entry asks for ContentTypeNotSupportedError: it names no expected error",
    text: "1.0.1, section 3.1.1: a media type that is not supported is answered with ContentTypeNotSupportedError, and that is the answer the kit complains about",
  },
  {
    tests: "`CARD-CACHE-003` (TestAgentCardLastModified)",
    kit: "counts a card without `Last-Modified` as a failure",
    text: "1.0.1, section 8.6.1: the header may be sent. The card has an `ETag` made of its content, which is the stronger of the two",
  },
];

/** Where branch `0.3.x` of the kit differs from 0.3.0; none of it is among the tests it calls mandatory. */
export const oldKit: readonly Difference[] = [
  {
    tests: "test_get_push_notification_config (JSON-RPC)",
    kit: "registers a webhook without an id and asks for it under the id `default`",
    text: "the text gives no webhook that id: a caller uses the one in the answer to the registration, or none, and then gets the oldest",
  },
  {
    tests: "test_tasks_resubscribe_nonexistent (JSON-RPC)",
    kit: "its client takes every answer that is no event stream for a broken one, and so cannot see the error",
    text: "section 7.9: what cannot be followed is answered with an error, whose body may be a JSON-RPC error; here it is one, -32001",
  },
  {
    tests: "test_message_send_continue_with_contextid (HTTP+JSON)",
    kit: "its client drops the `contextId` of the answer; the test then invents one and expects the old task to take it",
    text: "section 6.1: a task has one context, given by the server. A message that names another is refused, as 1.0, section 3.4.3, demands",
  },
  {
    tests: "test_task_state_transitions (both)",
    kit: "expects a send to be answered with `submitted` or `working`",
    text: "section 7.1: the answer holds the current or the final state. A send that does not say otherwise waits, here until `input-required`",
  },
  {
    tests: "test_task_cancel_state_handling (both)",
    kit: "expects the second cancel of a task to be refused",
    text: "open in 0.3.0; 1.0, section 3.3.1, has cancels repeatable, and callers of all generations get the same answer here",
  },
  {
    tests: "test_missing_required_message_fields (both)",
    kit: "expects a message without `messageId` to be refused",
    text: "section 6.4 requires the member. Senders that leave it out are known, so it is filled in unless the server is made `strict`",
  },
];
