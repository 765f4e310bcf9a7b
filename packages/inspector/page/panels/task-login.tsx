import type { AgentCard, Task } from "@a2a/types";
import { requestedAuthorization } from "@a2a/types/internal";
import { useState } from "preact/hooks";
import { Failure } from "../parts/failure.tsx";
import { api } from "../state/api.ts";
import { seen } from "../state/store.ts";
import { Login } from "./logins.tsx";

/** The scopes for which the page offers a login: those that a task asks for, or none if it names neither scopes nor a page. */
export function scopesToLogInFor(task: Task, card: AgentCard | undefined): readonly string[] | undefined {
  if (task.status.state !== "TASK_STATE_AUTH_REQUIRED" || !declaresLogin(card)) return undefined;
  const { scopes, url } = requestedAuthorization(task);
  return scopes.length > 0 || url === undefined ? scopes : undefined;
}

function declaresLogin({ securitySchemes = {} }: Pick<AgentCard, "securitySchemes"> = {}): boolean {
  return Object.values(securitySchemes).some((scheme) => {
    if (!("oauth2SecurityScheme" in scheme)) return "openIdConnectSecurityScheme" in scheme;
    const { flows } = scheme.oauth2SecurityScheme;
    return "authorizationCode" in flows || "deviceCode" in flows;
  });
}

/** Logs in as the card declares it, with the scopes that a task asks for, and continues the task. */
export function TaskLogin({
  scopes,
  taskId,
  connection,
}: {
  scopes: readonly string[];
  taskId: string;
  connection: number;
}) {
  const { model } = seen.value;
  const address = model.connections.get(connection)?.address ?? "";
  const login = model.logins.get(address);
  const [entered, setEntered] = useState<string | undefined>(undefined);
  const [isWaiting, setWaiting] = useState(false);
  const [error, setError] = useState("");
  const clientId = entered ?? model.clientIds.get(address) ?? "";
  const logIn = async () => {
    setError("");
    setWaiting(true);
    try {
      await api.authorize({ connection, taskId, clientId });
    } catch (failure) {
      setError((failure as Error).message);
    } finally {
      setWaiting(false);
    }
  };
  return (
    <form
      class="task-login"
      aria-label="Login"
      onSubmit={(event) => {
        event.preventDefault();
        void logIn();
      }}
    >
      {scopes.length > 0 && (
        <p>
          Scopes: <code>{scopes.join(" ")}</code>
        </p>
      )}
      {login?.taskId === taskId ? (
        <Login login={login} />
      ) : (
        <div class="task-login-fields">
          <input
            type="text"
            aria-label="Client id"
            placeholder="Client id"
            autocomplete="off"
            required
            value={clientId}
            onInput={({ currentTarget }) => setEntered(currentTarget.value)}
          />
          <button type="submit" class="primary" aria-busy={isWaiting} disabled={isWaiting}>
            Log in
          </button>
        </div>
      )}
      <Failure reason={error} />
    </form>
  );
}
