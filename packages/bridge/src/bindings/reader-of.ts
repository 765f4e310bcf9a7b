import type { JsonValue, ProtocolVersion } from "@a2a/types";
import { answerVersion } from "../codec/detect-version.ts";
import type { OtherReader, VersionCodec } from "../codec/version-codec.ts";

/** The codec to read an answer with: that of the call, unless the answer is plainly written in another generation that may be read. */
export function readerOf(answer: JsonValue, codec: VersionCodec, other: OtherReader | undefined): VersionCodec {
  if (other === undefined) return codec;
  const version = answerVersion(answer);
  return version === undefined || fits(version, codec.version) ? codec : (other(version) ?? codec);
}

/**
 * Whether an answer of this shape may come from a peer of the generation spoken. 0.2 and 0.3 look the same, and where they lack the
 * members that tell them from 0.1, it is more likely that a sloppy peer left them out.
 */
function fits(shape: ProtocolVersion, spoken: ProtocolVersion): boolean {
  if (shape === spoken) return true;
  return (spoken === "0.2" || spoken === "0.3") && (shape === "0.3" || shape === "0.1");
}
