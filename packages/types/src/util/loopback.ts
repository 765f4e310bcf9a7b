/**
 * Whether a host is this machine's own: `localhost`, or an address of 127.0.0.0/8 or ::1, with or without brackets. A name that merely
 * begins like such an address, as `127.evil.example`, is not an address.
 */
export function isLoopback(host: string): boolean {
  const bare = host.startsWith("[") && host.endsWith("]") ? host.slice(1, -1) : host;
  if (bare === "localhost" || bare === "::1") return true;
  const numbers = /^127\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(bare)?.slice(1) ?? [];
  return numbers.length === 3 && numbers.every((number) => Number(number) <= 255);
}
