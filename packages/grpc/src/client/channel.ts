import { LocalError } from "@a2a/types";
import { type ChannelCredentials, Client, credentials, type Interceptor } from "@grpc/grpc-js";
import type { WireCall, WireObserver } from "./observed-wire.ts";

/** How a channel connects. The members are those of `DialOptions` of `@a2a/client`. */
export interface Dial {
  /** Resolves the host of a URL to the address to connect to, and refuses those that must not be called. */
  readonly lookup?: ((url: string) => Promise<string>) | undefined;
  readonly tls?: { cert?: string; key?: string; ca?: string; rejectUnauthorized?: boolean } | undefined;
  /** Registers what has to be called when the client is closed. */
  readonly onClose?: ((close: () => void) => void) | undefined;
  /** Sees every call with its messages decoded. */
  readonly observe?: ((call: WireCall) => WireObserver) | undefined;
}

/** A channel to an endpoint. It connects to the address that was checked, and is resolved anew when the connection was lost. */
export class Channel {
  readonly #url: string;
  readonly #dial: Dial;
  readonly #maxBytes: number;
  readonly #interceptors: Interceptor[];
  #client: Promise<Client> | undefined;
  #isClosed = false;

  constructor(url: string, dial: Dial, maxBytes: number, interceptors: Interceptor[] = []) {
    this.#url = url;
    this.#dial = dial;
    this.#maxBytes = maxBytes;
    this.#interceptors = interceptors;
    dial.onClose?.(() => this.close());
  }

  /** The client of grpc-js. */
  client(): Promise<Client> {
    if (this.#isClosed) return Promise.reject(new LocalError("CLOSED", "the client is closed"));
    this.#client ??= this.#open().catch((error: unknown) => {
      this.#client = undefined;
      throw error;
    });
    return this.#client;
  }

  /** Forgets the address after a failure, so that the next call resolves it again. */
  forget(): void {
    const client = this.#client;
    this.#client = undefined;
    client?.then(
      (open) => open.close(),
      () => {},
    );
  }

  close(): void {
    this.#isClosed = true;
    this.forget();
  }

  async #open(): Promise<Client> {
    const { protocol, hostname, port, host } = new URL(this.#url);
    const isSecure = protocol === "https:";
    const name = hostname.replace(/^\[|\]$/g, "");
    const address = (await this.#dial.lookup?.(this.#url)) ?? name;
    const target = `${address.includes(":") ? `ipv6:[${address}]` : address}:${port || (isSecure ? 443 : 80)}`;
    return new Client(target, isSecure ? this.#secure() : credentials.createInsecure(), {
      "grpc.max_receive_message_length": this.#maxBytes,
      "grpc.max_send_message_length": -1,
      "grpc.enable_channelz": 0,
      // The names that the server knows itself by; the connection is to the address that was checked.
      "grpc.default_authority": host,
      ...(isSecure && { "grpc.ssl_target_name_override": name }),
      // A proxy would connect to addresses that were not checked, and the client of this toolkit retries by itself.
      "grpc.enable_http_proxy": 0,
      "grpc.enable_retries": 0,
      "grpc.service_config_disable_resolution": 1,
      "grpc.use_local_subchannel_pool": 1,
      // Pings tell an idle stream from a connection that was lost.
      "grpc.keepalive_time_ms": 30_000,
      "grpc.keepalive_timeout_ms": 20_000,
      interceptors: this.#interceptors,
    });
  }

  #secure(): ChannelCredentials {
    const { ca, key, cert, rejectUnauthorized } = this.#dial.tls ?? {};
    const bytes = (pem: string | undefined) => (pem === undefined ? null : Buffer.from(pem));
    return credentials.createSsl(bytes(ca), bytes(key), bytes(cert), {
      ...(rejectUnauthorized === false && { rejectUnauthorized: false }),
    });
  }
}
