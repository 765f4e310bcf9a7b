import {
  type AuthorizationServer,
  type AuthorizationServerOptions,
  serveAuthorizationServer,
} from "test-kit/authorization-server";

/** An authorization server that knows the page as the client `page`. */
export function serveIssuer(options: Omit<AuthorizationServerOptions, "clients">): Promise<AuthorizationServer> {
  return serveAuthorizationServer({
    ...options,
    clients: [
      {
        client_id: "page",
        token_endpoint_auth_method: "none",
        application_type: "native",
        grant_types: ["authorization_code", "refresh_token", "urn:ietf:params:oauth:grant-type:device_code"],
        redirect_uris: ["http://127.0.0.1/login"],
      },
    ],
  });
}
