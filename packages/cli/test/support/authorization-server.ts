import { listening, type Served } from "../official-servers.ts";

/** An OAuth server that gives out tokens by device code, client credentials and refresh token. */
export interface AuthorizationServer extends Served {
  /** What was asked for, form by form. */
  readonly forms: Record<string, string>[];
}

/** Serves it. Each token is `token-N`; a device code has to be asked for three times until somebody has entered it. */
export async function serveAuthorization(expiresIn = 3600): Promise<AuthorizationServer> {
  const forms: Record<string, string>[] = [];
  let given = 0;
  const served = await listening((request, response) => {
    void (async () => {
      let body = "";
      for await (const chunk of request) body += String(chunk);
      const form = Object.fromEntries(new URLSearchParams(body));
      forms.push({ ...form, authorization: request.headers.authorization ?? "" });
      const [status, answer] = request.url === "/device" ? [200, deviceCode()] : token(form);
      response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(answer));
    })();
  });

  function deviceCode() {
    const code = { device_code: "dev-1", user_code: "ABCD-EFGH", verification_uri: "https://login.example/device" };
    return { ...code, interval: 0.02, expires_in: 60 };
  }

  function token(form: Record<string, string>): [status: number, answer: object] {
    const isDevice = form.grant_type?.endsWith("device_code") === true;
    const polls = forms.filter(({ grant_type }) => grant_type?.endsWith("device_code")).length;
    if (isDevice && polls < 3) return [400, { error: "authorization_pending" }];
    if (form.grant_type === "refresh_token" && form.refresh_token !== "fresh-1")
      return [400, { error: "invalid_grant" }];
    const access = { access_token: `token-${++given}`, token_type: "Bearer", expires_in: expiresIn };
    return [200, isDevice ? { ...access, refresh_token: "fresh-1" } : access];
  }

  return { ...served, url: served.url, forms };
}
