/**
 * JsonPieces splits a JSON list, or concatenated JSON texts (JSON lines), into the texts of its values, chunk by chunk,
 * so that a large file is never in memory as a whole.
 */
export class JsonPieces {
  readonly #maxCharacters: number;
  #text = '';
  #depth = 0;
  #inText = false;
  #isEscaped = false;
  /** Undefined until the first character shows whether a list surrounds the values. */
  #base: 0 | 1 | undefined;
  #isEnded = false;

  /** `maxCharacters` of one value, which is parsed as a whole; default 1,000,000. */
  constructor(maxCharacters = 1_000_000) {
    this.#maxCharacters = maxCharacters;
  }

  push(piece: string): string[] {
    const found: string[] = [];
    for (const character of piece) {
      if (this.#base === undefined) {
        if (/[\s\uFEFF]/.test(character)) continue;
        this.#base = character === '[' ? 1 : 0;
        this.#depth = this.#base;
        if (this.#base === 1) continue;
        this.#depth = 0;
      }
      this.#take(character, found);
    }
    return found;
  }

  end(): string[] {
    const found: string[] = [];
    if (this.#base === 1 && !this.#isEnded) throw new Error('The JSON file ends in the middle of its list.');
    this.#close(found);
    return found;
  }

  #take(character: string, found: string[]): void {
    if (this.#isEnded) {
      if (!/\s/.test(character)) throw new Error('The JSON file goes on after its list.');
      return;
    }
    if (this.#inText) this.#takeText(character);
    else this.#takeStructure(character, found);
  }

  #takeText(character: string): void {
    this.#keep(character);
    if (this.#isEscaped) this.#isEscaped = false;
    else if (character === '\\') this.#isEscaped = true;
    else if (character === '"') this.#inText = false;
  }

  #takeStructure(character: string, found: string[]): void {
    if (character === '"') this.#inText = true;
    else if (character === '{' || character === '[') this.#depth += 1;
    else if (character === '}' || character === ']') {
      this.#depth -= 1;
      if (this.#base === 1 && this.#depth === 0) {
        this.#isEnded = true;
        this.#close(found);
        return;
      }
    }
    const isBetween = this.#depth === this.#base && (this.#base === 1 ? character === ',' : character === '\n');
    if (isBetween) this.#close(found);
    else this.#keep(character);
  }

  #keep(character: string): void {
    if (this.#text.length >= this.#maxCharacters)
      throw new Error(
        `A row of the JSON file is longer than ${this.#maxCharacters} characters. Make its values shorter.`,
      );
    this.#text += character;
  }

  #close(found: string[]): void {
    const text = this.#text.trim();
    this.#text = '';
    if (text !== '') found.push(text);
  }
}
