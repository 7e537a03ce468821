import type { Slot, StepVariables, VariableSource } from './step-variables.ts';

/** TextTemplate is a text with variables, split once into literals and slots. */
export class TextTemplate {
  readonly #variables: StepVariables;
  readonly #literals: string[] = [];
  readonly #slots: Slot[] = [];

  private constructor(variables: StepVariables) {
    this.#variables = variables;
  }

  /** Undefined where a name is itself built from variables. */
  static compile(text: string, variables: StepVariables): TextTemplate | undefined {
    const { interpolator, slots, pattern } = variables.marking(text);
    const marked = interpolator.text(text, 'text');
    if (interpolator.unresolved.length > 0) return undefined;
    const template = new TextTemplate(variables);
    let last = 0;
    for (const match of marked.matchAll(pattern)) {
      template.#literals.push(marked.slice(last, match.index));
      template.#slots.push(slots[Number(match[1])]!);
      last = match.index + match[0].length;
    }
    template.#literals.push(marked.slice(last));
    return template;
  }

  /** Undefined if it takes the whole interpolation to determine. */
  fill(source: VariableSource): string | undefined {
    let text = this.#literals[0]!;
    for (let index = 0; index < this.#slots.length; index += 1) {
      const value = this.#variables.read(this.#slots[index]!, source);
      if (value === undefined) return undefined;
      text += value + this.#literals[index + 1]!;
    }
    return text;
  }
}
