/** A deviation of a public kit from the specification it tests. */
export interface Difference {
  /** The tests of the kit, for readers. */
  readonly tests: string;
  /** Matches the names of these tests when they fail; absent where no test fails. */
  readonly pattern?: RegExp;
  /** The expectation of the kit. */
  readonly kit: string;
  /** The wording of the specification. */
  readonly text: string;
}

/** Where branch `1.0-dev` of the TCK differs from 1.0.1. */
const newTck: readonly Difference[] = [
  {
    tests: "`HTTP_JSON-SVC-001` (TestRestFormat::test_response_content_type)",
    pattern: /TestRestFormat::test_response_content_type/,
    kit: "an HTTP+JSON response has the media type `application/json`, as in 1.0.0, section 11.1",
    text: "1.0.1, section 11.1: requests and responses SHOULD use `application/a2a+json`. A caller that accepts `application/json` only gets that",
  },
  {
    tests:
      "`HTTP_JSON-ERR-001` (TestRestErrorStructure::test_error_uses_aip193_format, TestAIP193ErrorFormat::test_error_content_type)",
    pattern: /test_error_uses_aip193_format|TestAIP193ErrorFormat::test_error_content_type/,
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
    tests: "`CORE-SEND-003` (test_must_requirement, all bindings)",
    pattern: /CORE-SEND-003-/,
    kit: "sends a part of an unsupported media type and expects success, although the title of the entry asks for ContentTypeNotSupportedError: it names no expected error",
    text: "1.0.1, section 3.1.1: an unsupported media type is answered with ContentTypeNotSupportedError, which the kit reports as a failure",
  },
  {
    tests: "`CARD-STRUCT-001`",
    pattern: /test_agent_card_validates_against_schema/,
    kit: "fetches the card without `A2A-Version` and checks it against the schema of 1.0 alone",
    text: "1.0.1, section 3.6.2: a request without the header means 0.3. It is answered with a card that readers of both versions understand; with the header, the card has the members of 1.0 only",
  },
  {
    tests: "`GRPC-ERR-002` (test_version_not_supported_returns_unimplemented)",
    pattern: /test_version_not_supported_returns_unimplemented/,
    kit: "expects the gRPC status `UNIMPLEMENTED`, as in 1.0.0, section 5.4",
    text: "1.0.1, section 5.4: `FAILED_PRECONDITION`, with the reason `VERSION_NOT_SUPPORTED` in the details",
  },
  {
    tests: "`CARD-CACHE-003` (TestAgentCardLastModified)",
    pattern: /TestAgentCardLastModified/,
    kit: "counts a card without `Last-Modified` as a failure",
    text: "1.0.1, section 8.6.1: the header is optional. The card has an `ETag` computed from its content, which is the stronger validator",
  },
];

/** Where the ACTS corpus differs from 1.0.1. */
const acts: readonly Difference[] = [
  {
    tests: "JSONRPC-ENV-001, JSONRPC-CT-001, JSONRPC-SSE-001, DM-FMT-001, DM-EXTRA-001",
    pattern: /^(JSONRPC-ENV-001|JSONRPC-CT-001|JSONRPC-SSE-001|DM-FMT-001|DM-EXTRA-001) /,
    kit: "send a message without `messageId` in a raw request and expect success",
    text: "1.0.1, section 4.1.4: `messageId` is required, and the corpus itself says so in its section 4.3. The answer is InvalidParams",
  },
  {
    tests: "CORE-SEND-004",
    pattern: /^CORE-SEND-004 /,
    kit: "names an unsupported media type in `metadata.contentType` of a part",
    text: "1.0.1, section 4.1.6: the media type of a part is its `mediaType`; metadata has no meaning to the protocol",
  },
  {
    tests: "CARD-DISC-002",
    pattern: /^CARD-DISC-002 /,
    kit: "calls the third binding `REST`, and fails a card that has it (corrected in A2A pull request 2227)",
    text: "1.0.1, schema: the names are `JSONRPC`, `GRPC` and `HTTP+JSON`",
  },
  {
    tests: "CORE-CTX-001",
    pattern: /^CORE-CTX-001 /,
    kit: "expects that a context id from the caller is refused (corrected in A2A pull request 2227)",
    text: "1.0.1, section 3.4.1: a server may accept it, and must refuse it only if it does not",
  },
  {
    tests: "CORE-CAP-001, PUSH-CFG-004",
    pattern: /^(CORE-CAP-001|PUSH-CFG-004) /,
    kit: "expect UnsupportedOperationError where webhooks are not offered",
    text: "1.0.1, section 3.3.4: the error is PushNotificationNotSupportedError",
  },
  {
    tests: "CORE-ERR-007",
    pattern: /^CORE-ERR-007 /,
    kit: "expects an object as `data` of an error",
    text: "1.0.1, section 9.5: `data` is a list of details; another test of the corpus, JSONRPC-ERR-003, expects that",
  },
  {
    tests: "VER-NEG-002",
    pattern: /^VER-NEG-002 /,
    kit: "sends a method of 1.0 without `A2A-Version` and expects success (corrected in A2A pull request 2227)",
    text: "1.0.1, section 3.6.2: a request without the header means 0.3, which has no such method",
  },
  {
    tests: "REST-PD-001",
    pattern: /^REST-PD-001 /,
    kit: "expects problem details (RFC 7807) (corrected in A2A pull request 2227)",
    text: "1.0.1, section 11.6: the body of an error is a `google.rpc.Status`",
  },
  {
    tests: "DM-FMT-003",
    pattern: /^DM-FMT-003 /,
    kit: "expects that a message in an answer has no `contextId`",
    text: "1.0.1, section 3.4.1: the server generates a context id and includes it in the response",
  },
  {
    tests: "DM-ART-003, DM-ART-004, CLIENT-PARSE-006",
    pattern: /^(DM-ART-003|DM-ART-004|CLIENT-PARSE-006) /,
    kit: "expect parts with `file` and `fileUrl`",
    text: "1.0.1, section 4.1.6: a part has `raw` or `url`, beside `filename` and `mediaType`",
  },
  {
    tests: "SEC-AUTH-006",
    pattern: /^SEC-AUTH-006 /,
    kit: "fetches the public card without credentials and expects an error in its body, with status 200 too",
    text: "1.0.1, section 8.2: the public card needs no credentials",
  },
];

/** Where branch `0.3.x` of the TCK differs from 0.3.0. */
const oldTck: readonly Difference[] = [
  {
    tests: "test_invalid_method_error_validation",
    pattern: /test_invalid_method_error_validation/,
    kit: "passes a whole request as the name of its method, and expects `-32601`",
    text: "JSON-RPC 2.0, section 4: a method that is not a text is an invalid request, `-32600`. An unknown method is answered with `-32601`",
  },
  {
    tests:
      "test_public_agent_card_access_control, test_agent_card_access_equivalence, test_push_notification_not_supported_error_32003_enhanced",
    pattern:
      /test_public_agent_card_access_control|test_agent_card_access_equivalence|not_supported_error_32003_enhanced/,
    kit: "look for the card below the URL of the interface; the last of them then takes the agent for one without webhooks",
    text: "section 5.3: the card is at a well-known path of the host",
  },
  {
    tests: "test_sensitive_information_protection",
    pattern: /test_sensitive_information_protection/,
    kit: "takes an address such as `127.0.0.1` in a card for a secret, and the word `test` before a URL, here the tag of a skill",
    text: "section 5.5: the card names the URL of the agent, which in this run is on the same machine",
  },
  {
    tests: "test_get_push_notification_config (JSON-RPC)",
    pattern: /test_get_push_notification_config/,
    kit: "registers a webhook without an id and requests it with the id `default`",
    text: "the specification defines no such id: a caller uses the id returned by the registration, or none, which means the oldest",
  },
  {
    tests: "test_message_send_continue_with_contextid (HTTP+JSON)",
    pattern: /test_message_send_continue_with_contextid/,
    kit: "its client drops the `contextId` of the response; the test then invents one and expects the old task to accept it",
    text: "section 6.1: a task has one context, given by the server. A message with another context is rejected, as 1.0, section 3.4.3, requires",
  },
  {
    tests: "test_task_state_transitions (both)",
    pattern: /test_task_state_transitions/,
    kit: "expects a send to return `submitted` or `working`",
    text: "section 7.1: the response contains the current or the final state. By default a send blocks, here until `input-required`",
  },
  {
    tests: "test_missing_required_message_fields (both)",
    pattern: /test_missing_required_message_fields/,
    kit: "expects a message without `messageId` to be rejected",
    text: "section 6.4 requires the member. Some known senders omit it, so it is generated unless the server is `strict`",
  },
];

/** The differences of each kit. */
export const differences: Readonly<Record<string, readonly Difference[]>> = {
  "TCK 1.0": newTck,
  "TCK 0.3": oldTck,
  ACTS: acts,
};

/** Why a test of a kit fails, if that is known. */
export function differenceOf(kit: string, test: string): Difference | undefined {
  return differences[kit]?.find(({ pattern }) => pattern?.test(test));
}
