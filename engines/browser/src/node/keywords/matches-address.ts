/** matchesAddress returns whether a URL contains these pieces in order; * stands for any characters between them. */
export function matchesAddress(pattern: string, url: string): boolean {
  let from = 0;
  for (const piece of pattern.split('*')) {
    const at = url.indexOf(piece, from);
    if (at < 0) return false;
    from = at + piece.length;
  }
  return true;
}
