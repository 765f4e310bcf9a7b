import type { LoginPage } from "../../src/protocol/journal.ts";
import { safeLink } from "../parts/safe-link.tsx";
import { api } from "../state/api.ts";
import { seen } from "../state/store.ts";

/** The pages on which the user is to log in to connect. Those that a task asks for are in its conversation. */
export function Logins() {
  return [...seen.value.model.logins.values()]
    .filter(({ taskId }) => taskId === undefined)
    .map((login) => <Login key={login.address} login={login} />);
}

/** A page on which the user is to log in. The card names its hosts, so the user sees them before following the link. */
export function Login({ login: { address, server, url = "", code } }: { login: LoginPage }) {
  return (
    <p class="login" role="status">
      <span>
        {safeLink(url, `Log in at ${new URL(url).host}`)}
        {code !== undefined && (
          <>
            {" "}
            and enter <code>{code}</code>
          </>
        )}{" "}
        for a token from {server}. The card of {address} names this server.
      </span>
      <button type="button" onClick={() => void api.cancelLogin()}>
        Cancel
      </button>
    </p>
  );
}
