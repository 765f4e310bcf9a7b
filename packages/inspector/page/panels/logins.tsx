import { safeLink } from "../parts/safe-link.tsx";
import { api } from "../state/api.ts";
import { seen } from "../state/store.ts";

/** The pages on which the user is to log in. The card names their hosts, so the user sees them before following a link. */
export function Logins() {
  return [...seen.value.model.logins.values()].map(({ address, server, url = "", code }) => (
    <p key={address} class="bar-login" role="status">
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
  ));
}
