import type { A2AError } from "@a2a/types";
import type { Answer } from "../bindings/http-messages.ts";
import { errorTable } from "../errors/error-table.ts";
import { errors } from "./v1_0/errors.ts";

/** The error response to a card request. Cards are read before a version is negotiated, so it is written as in 1.0. */
export function cardErrorAnswer(error: A2AError): Answer {
  return {
    status: errorTable[error.code].http,
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(errors.encodeHttp?.(error)),
  };
}
