import type { KnownVersion } from "@a2a/types";
import { useEffect, useState } from "preact/hooks";
import type { ConnectRequest } from "../../src/protocol/api.ts";
import { api } from "../state/api.ts";
import { connectError, connected, connectTo, host, isConnecting, seen, suggestedAddress } from "../state/store.ts";
import { AuthFields, type AuthKind, authOf } from "./auth-fields.tsx";
import { Logins } from "./logins.tsx";

const VERSIONS = ["1.0", "0.3", "0.2", "0.1"];
const BINDINGS = ["JSONRPC", "HTTP+JSON", "GRPC"] as const;

/** Where to connect, in which protocol version and binding, and with which credentials. */
export function ConnectBar() {
  const current = connected.value;
  const [agent, setAgent] = useState("");
  const [version, setVersion] = useState("");
  const [binding, setBinding] = useState("");
  const [kind, setKind] = useState<AuthKind>("none");
  // On a narrow screen, the version, the binding and the credentials are behind a button.
  const [hasOptions, setOptions] = useState(false);
  const [fields, setFields] = useState<Record<string, string>>({});
  useEffect(() => {
    if (current) setAgent(current.address);
  }, [current?.address]);
  useEffect(() => {
    if (suggestedAddress.value !== "") setAgent(suggestedAddress.value);
  }, [suggestedAddress.value]);
  const connect = (pins: { version: string; binding: string }) => {
    const auth = authOf(kind, fields);
    const request: ConnectRequest = {
      agent,
      ...(pins.version !== "" && { version: pins.version as KnownVersion }), // one of the options
      ...(pins.binding !== "" && { binding: pins.binding as (typeof BINDINGS)[number] }), // one of the options too
      ...(auth && { auth }),
    };
    void connectTo(request);
  };
  const { agents = [], anyAddress = false, actions = [] } = host.value ?? {};
  const error = connectError.value || (current ? "" : (seen.value.model.failure?.error ?? ""));
  return (
    <header class="bar">
      <form
        class="connect"
        onSubmit={(event) => {
          event.preventDefault();
          connect({ version, binding });
        }}
      >
        <div class={hasOptions ? "joined with-options" : "joined"}>
          {anyAddress ? (
            <input
              aria-label="Agent"
              class="address"
              list="agents"
              spellcheck={false}
              placeholder="https://agent.example or a name"
              value={agent}
              onInput={({ currentTarget }) => setAgent(currentTarget.value)}
            />
          ) : (
            <select
              aria-label="Agent"
              class="address"
              value={agent}
              onChange={({ currentTarget }) => setAgent(currentTarget.value)}
            >
              {agents.map(({ name, url }) => (
                <option key={url} value={url}>
                  {name} · {url}
                </option>
              ))}
            </select>
          )}
          <datalist id="agents">
            {agents.map(({ name, url }) => (
              <option key={name} value={anyAddress ? name : url} label={url} />
            ))}
          </datalist>
          <select
            aria-label="Protocol version"
            value={version}
            onChange={({ currentTarget }) => {
              setVersion(currentTarget.value);
              if (current) connect({ version: currentTarget.value, binding });
            }}
          >
            <option value="">Any version</option>
            {VERSIONS.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
          <select
            aria-label="Binding"
            value={binding}
            onChange={({ currentTarget }) => {
              setBinding(currentTarget.value);
              if (current) connect({ version, binding: currentTarget.value });
            }}
          >
            <option value="">Any binding</option>
            {BINDINGS.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
          <AuthFields kind={kind} fields={fields} onKind={setKind} onFields={setFields} />
        </div>
        <button type="button" class="options-toggle" aria-expanded={hasOptions} onClick={() => setOptions(!hasOptions)}>
          Options
        </button>
        <button
          type="submit"
          class="primary"
          aria-busy={isConnecting.value}
          disabled={isConnecting.value || agent === ""}
        >
          Connect
        </button>
      </form>
      {actions.map(({ name, label }) => (
        <button key={name} type="button" class="danger" onClick={() => void api.action(name)}>
          {label}
        </button>
      ))}
      <Logins />
      {error !== "" && (
        <p class="error bar-error" role="alert">
          {error}
        </p>
      )}
    </header>
  );
}
