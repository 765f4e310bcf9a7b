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
    kit: "an HTTP+JSON response has the media type `application/json`, as in 1.0.0, section 11.1",
    text: "1.0.1, section 11.1: requests and responses use `application/a2a+json`. A caller that accepts `application/json` only gets that",
  },
  {
    tests:
      "`HTTP_JSON-ERR-001` (TestRestErrorStructure::test_error_uses_aip193_format, TestAIP193ErrorFormat::test_error_content_type)",
    kit: "the same for an error, as in 1.0.0, sections 11.1 and 11.6",
    text: "1.0.1, sections 11.1 and 11.6: the same change; the body is the same in both",
  },
  {
    tests:
      "the statuses its tables have for `TaskNotCancelableError`, `ContentTypeNotSupportedError` and `InvalidAgentResponseError`",
    kit: "409, 415 and 502, as in 1.0.0, section 5.4; its tests happen to accept other statuses, or expect 415 where the whole request has a wrong type",
    text: "1.0.1, section 5.4: 400, 400 and 500. A request whose content type is not JSON is answered with 415, as in HTTP",
  },
  {
    tests: "`CORE-SEND-003` (test_must_requirement, both bindings)",
    kit: "sends a part of an unsupported media type and expects success, although the title of the entry asks for ContentTypeNotSupportedError: it names no expected error",
    text: "1.0.1, section 3.1.1: an unsupported media type is answered with ContentTypeNotSupportedError, which the kit reports as a failure",
  },
  {
    tests: "`CARD-STRUCT-001`",
    kit: "fetches the card without `A2A-Version` and checks it against the schema of 1.0 alone",
    text: "1.0.1, section 3.6.2: a request without the header means 0.3. It is answered with a card that readers of both versions understand; with the header, the card has the members of 1.0 only",
  },
  {
    tests: "`CARD-CACHE-003` (TestAgentCardLastModified)",
    kit: "counts a card without `Last-Modified` as a failure",
    text: "1.0.1, section 8.6.1: the header is optional. The card has an `ETag` computed from its content, which is the stronger validator",
  },
];

/** Where branch `0.3.x` of the kit differs from 0.3.0; none of it is among the tests it calls mandatory. */
export const oldKit: readonly Difference[] = [
  {
    tests: "test_get_push_notification_config (JSON-RPC)",
    kit: "registers a webhook without an id and requests it with the id `default`",
    text: "the specification defines no such id: a caller uses the id returned by the registration, or none, which means the oldest",
  },
  {
    tests: "test_message_send_continue_with_contextid (HTTP+JSON)",
    kit: "its client drops the `contextId` of the response; the test then invents one and expects the old task to accept it",
    text: "section 6.1: a task has one context, given by the server. A message with another context is rejected, as 1.0, section 3.4.3, requires",
  },
  {
    tests: "test_task_state_transitions (both)",
    kit: "expects a send to return `submitted` or `working`",
    text: "section 7.1: the response contains the current or the final state. By default a send blocks, here until `input-required`",
  },
  {
    tests: "test_missing_required_message_fields (both)",
    kit: "expects a message without `messageId` to be rejected",
    text: "section 6.4 requires the member. Some known senders omit it, so it is generated unless the server is `strict`",
  },
];
