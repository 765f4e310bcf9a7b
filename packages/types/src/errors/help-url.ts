/** The section of the error catalog about a code: its causes and fixes. */
export function helpUrl(code: string): string {
  return `https://github.com/a2a-kit/a2a/blob/main/docs/errors.md#${code.toLowerCase()}`;
}
