const longest = 400;

/**
 * textDistance is the share of characters that differ (Levenshtein), from 0 to 1; only the beginnings of long texts are
 * compared.
 */
export function textDistance(left: string, right: string): number {
  if (left === right) return 0;
  const [a, b] = [left.slice(0, longest), right.slice(0, longest)];
  const most = Math.max(a.length, b.length);
  if (most === 0) return 0;
  let start = 0;
  while (start < a.length && start < b.length && a.charCodeAt(start) === b.charCodeAt(start)) start += 1;
  let endA = a.length;
  let endB = b.length;
  while (endA > start && endB > start && a.charCodeAt(endA - 1) === b.charCodeAt(endB - 1)) {
    endA -= 1;
    endB -= 1;
  }
  const edits = levenshtein(a.slice(start, endA), b.slice(start, endB));
  // Texts that differ only beyond the compared part are still not equal.
  return Math.max(edits, 1) / most;
}

function levenshtein(a: string, b: string): number {
  if (a.length === 0 || b.length === 0) return a.length + b.length;
  const row = new Uint16Array(b.length + 1);
  for (let column = 0; column <= b.length; column += 1) row[column] = column;
  for (let line = 1; line <= a.length; line += 1) {
    let diagonal = row[0]!;
    row[0] = line;
    for (let column = 1; column <= b.length; column += 1) {
      const above = row[column]!;
      const change = diagonal + (a.charCodeAt(line - 1) === b.charCodeAt(column - 1) ? 0 : 1);
      row[column] = Math.min(change, above + 1, row[column - 1]! + 1);
      diagonal = above;
    }
  }
  return row[b.length]!;
}
