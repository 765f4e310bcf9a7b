/**
 * The tests of the ACTS corpus (A2A pull request 1882) that any agent can pass, since they need no behavior of an agent made for them, by the check that covers
 * them. Not covered are those that need several callers with different permissions (SEC-AUTH-002 and 003, SEC-EXTCARD-002 and 004, CORE-ERR-009) or gRPC
 * (GRPC-STATUS-001), those about clients, and REST-PD-001, which contradicts the specification.
 */
export const actsTests: Readonly<Record<string, readonly string[]>> = {
  "card/available": ["CARD-DISC-001"],
  "card/valid": ["CARD-DISC-003", "CARD-DISC-004", "CARD-DISC-005", "CARD-SCHEMA-001"],
  "card/interfaces": ["CARD-DISC-002", "CARD-DISC-007"],
  "card/no-patch-version": ["CARD-DISC-006"],
  "card/cache-control": ["CARD-CACHE-001"],
  "card/etag": ["CARD-CACHE-001"],
  "get/unknown-task": ["CORE-ERR-001"],
  "cancel/unknown-task": ["CORE-ERR-002"],
  "error/message": ["CORE-ERR-005"],
  "rpc/unknown-method": ["JSONRPC-ERR-001"],
  "rpc/parse-error": ["JSONRPC-ERR-002"],
  "rpc/no-method": ["CORE-ERR-006"],
  "rpc/error-info": ["CORE-ERR-007", "JSONRPC-ERR-003"],
  "rpc/error-details": ["CORE-ERR-008"],
  "rest/error-body": ["REST-STATUS-001"],
  "version/unsupported": ["VER-NEG-001"],
  "auth/required": ["SEC-AUTH-001", "SEC-AUTH-004"],
  "auth/invalid": ["SEC-AUTH-001"],
  "auth/challenge": ["SEC-AUTH-006"],
  "extended-card/anonymous": ["SEC-EXTCARD-001"],
  "extended-card/undeclared": ["CARD-EXT-001", "SEC-EXTCARD-003"],
};
