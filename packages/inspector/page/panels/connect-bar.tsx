import type { ProtocolVersion } from "@a2a/types";
import { useEffect, useState } from "preact/hooks";
import type { AuthChoice, ConnectRequest } from "../../src/protocol/api.ts";
import { api } from "../state/api.ts";
import { connectError, connectTo, host, isConnecting, seen } from "../state/store.ts";
import { theme, toggleTheme } from "../state/theme.ts";
import { AuthFields, type AuthKind, authOf } from "./auth-fields.tsx";

const VERSIONS = ["1.0", "0.3", "0.2", "0.1"];
const BINDINGS = ["JSONRPC", "HTTP+JSON"];

/** Where to connect, in which protocol version and binding, and with which credentials. */
export function ConnectBar() {
  const { model } = seen.value;
  const { connected } = model;
  const [agent, setAgent] = useState("");
  const [version, setVersion] = useState("");
  const [binding, setBinding] = useState("");
  const [kind, setKind] = useState<AuthKind>("none");
  const [fields, setFields] = useState<Record<string, string>>({});
  useEffect(() => {
    if (connected && agent === "") setAgent(connected.address);
  }, [connected]);
  const auth: AuthChoice | undefined = authOf(kind, fields);
  const connect = (pins: { version: string; binding: string }) => {
    const request: ConnectRequest = {
      agent,
      ...(pins.version !== "" && { version: pins.version as ProtocolVersion }), // one of the options
      ...(pins.binding !== "" && { binding: pins.binding as "JSONRPC" | "HTTP+JSON" }), // likewise
      ...(auth && { auth }),
    };
    void connectTo(request);
  };
  const { agents = [], anyAddress = false, actions = [] } = host.value ?? {};
  return (
    <header class="bar">
      <h1>
        <svg viewBox="0 0 32 32" width="22" height="22" aria-hidden="true">
          <circle cx="10" cy="16" r="6" fill="none" stroke="currentColor" stroke-width="3" />
          <circle cx="25" cy="16" r="4" fill="currentColor" />
          <path d="M16 16h6" stroke="currentColor" stroke-width="3" />
        </svg>
        inspector
      </h1>
      <form
        class="connect"
        onSubmit={(event) => {
          event.preventDefault();
          connect({ version, binding });
        }}
      >
        {anyAddress ? (
          <input
            aria-label="Agent"
            class="address"
            list="agents"
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
            if (connected) connect({ version: currentTarget.value, binding });
          }}
        >
          <option value="">any version</option>
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
            if (connected) connect({ version, binding: currentTarget.value });
          }}
        >
          <option value="">any binding</option>
          {BINDINGS.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
        <AuthFields kind={kind} fields={fields} onKind={setKind} onFields={setFields} />
        <button type="submit" class="primary" disabled={isConnecting.value || agent === ""}>
          {isConnecting.value ? "Connecting…" : "Connect"}
        </button>
      </form>
      <div class="spoken" aria-live="polite">
        {connected && (
          <span class="chip accent" title={connected.url}>
            {connected.version} · {connected.binding}
          </span>
        )}
        {actions.map(({ name, label }) => (
          <button key={name} type="button" class="danger" onClick={() => void api.action(name)}>
            {label}
          </button>
        ))}
      </div>
      <button type="button" class="quiet" onClick={toggleTheme}>
        {theme.value === "dark" ? "Light theme" : "Dark theme"}
      </button>
      {connectError.value !== "" && (
        <p class="error bar-error" role="alert">
          {connectError.value}
        </p>
      )}
    </header>
  );
}
