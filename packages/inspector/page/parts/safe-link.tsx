/** A link that a person may follow. Only HTTP; anything else is shown as text. */
export function safeLink(url: string, label = url) {
  const isHttp = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
  if (!isHttp) return <span>{label === url ? url : `${label} (${url})`}</span>;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" title={url}>
      {label}
    </a>
  );
}
