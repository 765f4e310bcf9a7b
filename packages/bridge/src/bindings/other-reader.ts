import { isJsonObject } from "@a2a/types";
import { detectAnswer } from "../codec/detect-version.ts";
import type { OtherReader, VersionCodec } from "../codec/version-codec.ts";

/** Selects the codec for responses written in a protocol version other than the requested one, if it is among `others`. */
export function otherReader(spoken: VersionCodec, others: readonly VersionCodec[]): OtherReader {
  return (answer) => {
    if (!isJsonObject(answer) || spoken.matchAnswer(answer) !== "none") return undefined;
    return detectAnswer(others, answer);
  };
}
