import type { Credential } from "@a2a/client";
import { apiKey, basic, bearer, clientCredentials } from "@a2a/client/auth";
import type { Redactor } from "@a2a/http";
import type { AuthChoice } from "../protocol/api.ts";

/** The headers and options that a credential adds to a connection. */
export interface Authenticated {
  readonly auth?: Credential;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The credential that a user chose. Its secrets are masked everywhere. */
export function authenticatedBy(choice: AuthChoice | undefined, redactor: Redactor): Authenticated {
  if (choice === undefined) return {};
  switch (choice.kind) {
    case "bearer":
      redactor.add(choice.token);
      return { auth: bearer(choice.token) };
    case "apiKey":
      redactor.add(choice.key);
      return { auth: apiKey(choice.key) };
    case "basic":
      redactor.add(choice.password);
      return { auth: basic(choice.username, choice.password) };
    case "client":
      redactor.add(choice.clientSecret);
      return { auth: clientCredentials({ clientId: choice.clientId, clientSecret: choice.clientSecret }) };
    case "login":
      return {}; // the connection logs in
    case "header":
      redactor.add(choice.value);
      return { headers: { [choice.name]: choice.value } };
  }
}
