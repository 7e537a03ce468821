import type { TextPiece } from '@touchstone/kernel/text-diff';

/** Display writes any value of an assertion as text: strings as they are, the rest as JSON. */
export function displayValue(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '');
}

/** Equal characters that stay in sight beside a change, and how long a text must be to be shortened. */
const keptCharacters = 40;
const longPiece = 160;

/** shortened leaves out the middle of what is long and equal. */
export function shortened(pieces: readonly TextPiece[]): TextPiece[] {
  return pieces.map((piece, index) => {
    const { text, isChanged } = piece;
    if (isChanged || pieces.length === 1 || text.length <= longPiece) return piece;
    const head = index === 0 ? '' : text.slice(0, keptCharacters).toWellFormed();
    const tail = index === pieces.length - 1 ? '' : text.slice(-keptCharacters).toWellFormed();
    return { text: `${head}…${tail}`, isChanged };
  });
}
