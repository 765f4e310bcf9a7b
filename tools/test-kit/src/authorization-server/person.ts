/** A person with a browser: follows redirects with cookies, and submits the forms of login pages. Returns the last page. */
export async function visit(url: string, fields: Readonly<Record<string, string>> = {}): Promise<string> {
  const cookies = new Map<string, string>();
  let next: { url: string; form?: URLSearchParams } = { url };
  for (let steps = 0; steps < 20; steps++) {
    const response = await fetch(next.url, {
      redirect: "manual",
      headers: { Cookie: [...cookies].map((pair) => pair.join("=")).join("; ") },
      ...(next.form && { method: "POST", body: next.form }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    const text = await response.text();
    const location = response.headers.get("location");
    const [, tag, inputs] = /<form([^>]*)>(.*?)<\/form>/s.exec(text) ?? [];
    if (location !== null) next = { url: new URL(location, next.url).href };
    else if (response.ok && tag !== undefined && inputs !== undefined) {
      const form = new URLSearchParams(fields);
      for (const [input] of inputs.matchAll(/<input[^>]*>/g)) {
        const [, name = ""] = /name="([^"]*)"/.exec(input) ?? [];
        if (!form.has(name)) form.set(name, /value="([^"]*)"/.exec(input)?.[1] ?? "");
      }
      next = { url: new URL(/action="([^"]*)"/.exec(tag)?.[1] ?? "", next.url).href, form };
    } else return text;
  }
  throw new Error(`too many pages after ${url}`);
}
