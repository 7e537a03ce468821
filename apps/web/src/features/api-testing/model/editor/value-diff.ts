import type { TextPiece } from '@touchstone/kernel/text-diff';

/** Formats an assertion's value as text: strings as they are, everything else as JSON. */
export function displayValue(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '');
}

/** Equal characters kept around a change, and the minimum length of a text that is shortened. */
const keptCharacters = 40;
const longPiece = 160;

/** shortened leaves out the middle of long equal parts. */
export function shortened(pieces: readonly TextPiece[]): TextPiece[] {
  return pieces.map((piece, index) => {
    const { text, isChanged } = piece;
    if (isChanged || pieces.length === 1 || text.length <= longPiece) return piece;
    const head = index === 0 ? '' : text.slice(0, keptCharacters).toWellFormed();
    const tail = index === pieces.length - 1 ? '' : text.slice(-keptCharacters).toWellFormed();
    return { text: `${head}…${tail}`, isChanged };
  });
}
