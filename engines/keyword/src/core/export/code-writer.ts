/** Collects lines of code with their indentation. */
export class CodeWriter {
  readonly #lines: string[] = [];
  #level = 0;
  /** Adds lines at the current indentation. */
  add(...lines: string[]): void {
    for (const line of lines) this.#lines.push(line === '' ? '' : '  '.repeat(this.#level) + line);
  }
  /** Writes the content between two lines one level deeper. */
  block(head: string, foot: string, within: () => void): void {
    this.add(head);
    this.indented(within);
    this.add(foot);
  }
  indented(within: () => void): void {
    this.#level += 1;
    within();
    this.#level -= 1;
  }
  toString(): string {
    return `${this.#lines.join('\n')}\n`;
  }
}
