import { type Answer, asA2AError } from "@a2a/bridge";
import { decodeRestCall, detectRestVersion, restReply } from "@a2a/bridge/rest";
import type { BindingContext, BindingRequest, HttpBinding, OpenCall } from "./binding.ts";

/** HTTP+JSON, for one server. */
export function httpJsonBinding(server: BindingContext): HttpBinding {
  const { codecs, options, limits } = server;
  const hints = { known: server.knownCodecs, strict: options.strict };
  const versions = { served: codecs, known: server.knownCodecs };
  const [newest] = codecs;

  function open(request: BindingRequest): OpenCall | Answer | Promise<OpenCall | Answer> {
    const { http, body, path, service } = request;
    const fallback = restReply(http, newest, options);
    try {
      const { method } = http;
      const codec = detectRestVersion(codecs, { ...hints, version: service.version, method, path });
      if (codec.load) return codec.load().then(() => open(request));
      const reply = restReply(http, codec, options);
      // If a caller names a version, use it.
      const pins = service.version ? {} : { versions };
      const read = () => ({
        call: decodeRestCall({ ...http, path, body }, codec, { ...options, limits, ...pins }),
        reply,
      });
      return { reply, read };
    } catch (error) {
      return fallback.error(asA2AError(error));
    }
  }

  return { name: "HTTP+JSON", open, unread: (http) => restReply(http, newest, options) };
}
