/**
 * How much a section counts in search results: guides most, then the API reference; decision records and generated tables, which name
 * everything, least. The beginning of a page counts more than its other sections, so that a page comes before others that mention its
 * subject. VitePress sends the function to the browser as text, so it may use nothing outside of it.
 */
export function boostDocument(id: string, _term?: string, fields?: { readonly titles?: readonly string[] }): number {
  const start = fields?.titles?.length === 0 ? 2 : 1;
  if (/\/decisions\//.test(id)) return 0.15 * start;
  if (
    /\/(conformance|mission|interop|gateway-matrix|benchmarks|comparison|errors|limits|configuration|cli)(\.html)?(#|$)/.test(
      id,
    )
  )
    return 0.35 * start;
  if (/\/api\//.test(id)) return 0.4 * start;
  if (/\/(architecture|contributing|releasing|your-first-change|code_of_conduct)/.test(id)) return 0.5 * start;
  return 1.5 * start;
}
