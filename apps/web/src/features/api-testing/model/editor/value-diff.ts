import type { TextPiece } from '@touchstone/kernel/text-diff';

/** Display writes any value of an assertion as text: strings as they are, the rest as JSON. */
export function displayValue(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '');
}

/** deltaOf says by how much a number is off, such as "+0.5"; undefined where one of the values is no number. */
export function deltaOf(expected: unknown, actual: unknown): string | undefined {
  const [wanted, found] = [numberOf(expected), numberOf(actual)];
  if (wanted === undefined || found === undefined || wanted === found) return undefined;
  // 42.5 - 42.05 is 0.45000000000000284.
  const delta = Number((found - wanted).toPrecision(12));
  return delta > 0 ? `+${delta}` : String(delta).replace('-', '−');
}

function numberOf(value: unknown): number | undefined {
  if (typeof value === 'string' && !/^\s*-?\d+(\.\d+)?\s*$/.test(value)) return undefined;
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
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
