import type { ProofLine } from '../assertion.ts';

const contextLines = 2;
const maxLines = 24;
const longestLine = 300;
/** Characters shown before the marked place of a long line. */
const charactersBefore = 80;

/** LineWindow receives the lines of a text one by one and keeps the marked ones with a few lines of context. */
export class LineWindow {
  readonly lines: ProofLine[] = [];
  readonly #first: number;
  #marksLeft: number;
  #before: ProofLine[] = [];
  #after = 0;
  #number = 0;

  /** `marks` is the number of lines to be marked; the `first` lines are always kept. */
  constructor({ marks, first = 0 }: { marks: number; first?: number }) {
    this.#marksLeft = marks;
    this.#first = first;
  }

  /** Whether no further line would be kept, so that the rest of a long text need not be read. */
  get isFull(): boolean {
    if (this.lines.length >= maxLines) return true;
    return this.#marksLeft <= 0 && this.#after === 0 && this.#number >= this.#first;
  }

  /** Number of the last line. */
  get number(): number {
    return this.#number;
  }

  /** `at` is the character that stays visible if the line is long. */
  add(text: string, isMarked = false, at = 0): void {
    this.#number += 1;
    const line = { number: this.#number, text: excerpt(text, at) };
    if (isMarked) {
      this.lines.push(...this.#before, { ...line, isMarked });
      this.#before = [];
      this.#after = contextLines;
      this.#marksLeft -= 1;
    } else if (this.#after > 0 || this.#number <= this.#first) {
      this.lines.push(line);
      this.#after = Math.max(0, this.#after - 1);
    } else {
      this.#before.push(line);
      if (this.#before.length > contextLines) this.#before.shift();
    }
  }
}

/** excerpt returns a line unchanged, or the part of a long one around a character. */
export function excerpt(text: string, at = 0): string {
  if (text.length <= longestLine) return text;
  const start = at < longestLine - charactersBefore ? 0 : at - charactersBefore;
  const end = start + longestLine;
  return `${start > 0 ? '…' : ''}${text.slice(start, end).toWellFormed()}${end < text.length ? '…' : ''}`;
}
