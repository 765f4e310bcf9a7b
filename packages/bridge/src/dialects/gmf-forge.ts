import type { SendMessageRequest } from "@a2a/types";
import type { Dialect } from "../codec/dialect.ts";

/** Agents of 0.1 that support no method but sending messages, with strings where the protocol has messages. */
export const gmfForge: Dialect = {
  name: "gmf-forge",
  textIds: true,
  errorsWithOk: true,
  blockingSends: true,
  bareErrors: true,
  textStatus: true,
  objectDataOnly: true,
  artifactName: "result",
  request: withOneText,
};

/** These agents read the first text part only, so all text is joined in it. */
function withOneText(request: SendMessageRequest): SendMessageRequest {
  const { parts } = request.message;
  const text = parts.flatMap((part) => ("text" in part ? [part.text] : [])).join("\n");
  const others = parts.filter((part) => !("text" in part));
  if (parts.length - others.length < 2) return request;
  return { ...request, message: { ...request.message, parts: [{ text }, ...others] } };
}
