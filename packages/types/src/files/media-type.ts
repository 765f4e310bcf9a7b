/** The media type of a file by the extension of its name; `application/octet-stream` for extensions that are not known. */
export function mediaTypeOf(filename: string): string {
  return MEDIA_TYPES.get(filename.slice(filename.lastIndexOf(".") + 1).toLowerCase()) ?? "application/octet-stream";
}

const MEDIA_TYPES = new Map([
  ["txt", "text/plain"],
  ["md", "text/markdown"],
  ["csv", "text/csv"],
  ["html", "text/html"],
  ["json", "application/json"],
  ["xml", "application/xml"],
  ["yaml", "application/yaml"],
  ["pdf", "application/pdf"],
  ["zip", "application/zip"],
  ["png", "image/png"],
  ["jpg", "image/jpeg"],
  ["jpeg", "image/jpeg"],
  ["gif", "image/gif"],
  ["svg", "image/svg+xml"],
  ["webp", "image/webp"],
  ["mp3", "audio/mpeg"],
  ["wav", "audio/wav"],
  ["mp4", "video/mp4"],
]);
