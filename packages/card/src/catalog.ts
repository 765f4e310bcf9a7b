export {
  CATALOG_PATHS,
  CATALOG_TYPES,
  type CatalogEntry,
  readCatalog,
  toAiCatalog,
  toApiCatalog,
} from "./catalog/catalog.ts";
export { type FetchCatalogOptions, fetchCatalog } from "./catalog/fetch-catalog.ts";
