/** At most `maxRows` rows of a CSV text; quoted fields may hold commas, quotes and line breaks. */
export function csvRows(text: string, maxRows: number): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let field = "";
  let isQuoted = false;
  const endField = () => {
    row.push(field);
    field = "";
  };
  const endRow = () => {
    endField();
    if (row.length > 1 || row[0] !== "") rows.push(row);
    row = [];
  };
  for (let at = 0; at < text.length && rows.length < maxRows; at++) {
    const character = text.charAt(at);
    if (isQuoted) {
      if (character !== '"') field += character;
      else if (text.charAt(at + 1) === '"') field += text.charAt(++at);
      else isQuoted = false;
    } else if (character === '"') isQuoted = true;
    else if (character === ",") endField();
    else if (character === "\n") endRow();
    else if (character !== "\r") field += character;
  }
  if (rows.length < maxRows) endRow();
  return rows;
}
