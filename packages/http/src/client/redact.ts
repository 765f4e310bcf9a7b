/** Masks credentials in requests and responses that are shown: known ones, those of earlier requests, and anything that looks like one. */
export class Redactor {
  readonly #secrets = new Set<string>();

  constructor(secrets: Iterable<string> = []) {
    for (const secret of secrets) this.add(secret);
  }

  /** Masks this text wherever it appears; texts shorter than four characters would mask too much. */
  add(secret: string): void {
    if (secret.length < 4) return;
    this.#secrets.add(secret);
    // As encoded in a URL, and within a JSON string.
    this.#secrets.add(encodeURIComponent(secret)).add(JSON.stringify(secret).slice(1, -1));
  }

  /** Learns the credentials of a request: an agent may echo them. */
  learn({ headers = {} }: { readonly headers?: Readonly<Record<string, string | undefined>> }): void {
    for (const [name, value = ""] of Object.entries(headers)) {
      if (SECRET.test(name)) this.add(value.slice(value.indexOf(" ") + 1));
    }
  }

  /** A URL without the values of query members that are named like secrets. */
  url(url: string): string {
    const target = new URL(url);
    for (const name of target.searchParams.keys()) if (SECRET.test(name)) target.searchParams.set(name, "***");
    return this.known(target.href);
  }

  /** The value of a header, unless it is a credential. */
  header(name: string, value: string): string {
    return SECRET.test(name) || /^(bearer|basic) /i.test(value) ? "***" : this.known(value);
  }

  /** Headers without credentials. */
  headers(headers: Readonly<Record<string, string | undefined>>): Record<string, string> {
    return Object.fromEntries(Object.entries(headers).map(([name, value = ""]) => [name, this.header(name, value)]));
  }

  /** A text without known secrets. */
  known(text: string): string {
    let safe = text;
    for (const secret of this.#secrets) safe = safe.replaceAll(secret, "***");
    return safe;
  }

  /** A body without known secrets, and without JSON members and form fields that are named like secrets. */
  body(text: string): string {
    return this.known(text)
      .replace(
        /"([\w-]*(?:token|credentials|secret|password|device_code|api_?key))"(\s*:\s*)"(?:[^"\\]|\\.)*"/gi,
        '"$1"$2"***"',
      )
      .replace(/(?<![\w-])([\w-]*(?:token|secret|password|device_code|client_assertion))=[^&\s]+/gi, "$1=***");
  }
}

const SECRET = /auth|cookie|key|token|secret|password|credential|session|signature/i;
