/**
 * How much a page counts in search results: guides most, then the API reference; decision records and generated tables, which name
 * everything, least. VitePress sends the function to the browser as text, so it may use nothing outside of it.
 */
export function boostDocument(id: string): number {
  if (/\/decisions\//.test(id)) return 0.15;
  if (
    /\/(conformance|mission|interop|gateway-matrix|benchmarks|comparison|errors|limits|configuration|cli)(\.html)?(#|$)/.test(
      id,
    )
  )
    return 0.35;
  if (/\/api\//.test(id)) return 0.6;
  if (/\/(architecture|contributing|releasing|your-first-change|code_of_conduct)/.test(id)) return 0.5;
  return 1.5;
}
