import { useState } from "preact/hooks";
import { api } from "../state/api.ts";
import { open } from "../state/store.ts";

/** Shown without a session: the printed link opens one, or, if the server asks callers for credentials, those do. */
export function Locked() {
  const [header, setHeader] = useState("Authorization");
  const [value, setValue] = useState("");
  const [error, setError] = useState("");
  const logIn = async (event: Event) => {
    event.preventDefault();
    try {
      const isBare = header.toLowerCase() === "authorization" && !value.includes(" ");
      open(await api.logIn(header, isBare ? `Bearer ${value}` : value));
    } catch (failure) {
      setError((failure as Error).message);
    }
  };
  return (
    <main class="locked">
      <h1>A2A inspector</h1>
      <p>This page needs the link that was printed when the inspector started: it carries the session token.</p>
      <details>
        <summary>The server asks its callers for credentials</summary>
        <form onSubmit={(event) => void logIn(event)}>
          <label>
            Header
            <input value={header} onInput={({ currentTarget }) => setHeader(currentTarget.value)} />
          </label>
          <label>
            Value
            <input type="password" value={value} onInput={({ currentTarget }) => setValue(currentTarget.value)} />
          </label>
          <button type="submit" class="primary">
            Log in
          </button>
        </form>
      </details>
      {error !== "" && (
        <p role="alert" class="error">
          {error}
        </p>
      )}
    </main>
  );
}
