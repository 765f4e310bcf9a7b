import type { Unit } from "./section.ts";

/** A quantity with its unit, as a person would write it. */
export function formatQuantity(value: number | string, unit: Unit): string {
  if (typeof value === "string") return value;
  if (value === Number.POSITIVE_INFINITY) return "as many as fit";
  if (unit === "ms") return formatTime(value);
  if (unit === "count") return value.toLocaleString("en-US");
  if (unit === "bytes") return formatBytes(value);
  const isMany = value % 2 ** 20 === 0;
  return `${isMany ? `${value / 2 ** 20} Mi` : value.toLocaleString("en-US")} characters`;
}

function formatBytes(bytes: number): string {
  const power = [30, 20, 10].find((each) => bytes % 2 ** each === 0) ?? 0;
  return `${(bytes / 2 ** power).toLocaleString("en-US")} ${{ 30: "GiB", 20: "MiB", 10: "KiB" }[power] ?? "bytes"}`;
}

function formatTime(ms: number): string {
  if (ms % 86_400_000 === 0 && ms > 86_400_000) return `${ms / 86_400_000} days`;
  if (ms % 3_600_000 === 0) return `${ms / 3_600_000} h`;
  if (ms % 60_000 === 0) return `${ms / 60_000} min`;
  return ms % 1_000 === 0 ? `${ms / 1_000} s` : `${ms} ms`;
}
