import { type AST, RegExpParser } from '@eslint-community/regexpp';

const alphabet = [...'aA1bB20cxyzXYZ9 -_.,:;/@#+*()[]{}|&%$!?=<>~^\'"\\\t\n', 'é', 'Ω', 'я', '中', '€', '٣'];
const sizeLimit = 20_000;
const depthLimit = 200;

type Element = AST.Alternative['elements'][number];
type CharacterNode = AST.Character | AST.CharacterSet | AST.CharacterClass | AST.ExpressionCharacterClass;

/**
 * textsMatching yields texts that are likely to match an ECMA-262 regular expression, the shortest first, each near
 * `length` characters if the expression allows it. Yields nothing for an expression that can't be parsed. The work is
 * bounded.
 */
export function* textsMatching(pattern: string, length = 0): Generator<string> {
  const parsed = parse(pattern);
  if (parsed === undefined) return;
  const shortest = new Writer(0, 0).write(parsed);
  if (shortest === undefined) return;
  const lacking = Math.max(0, length - shortest.length);
  const seen = new Set<string>();
  for (let turn = 0; turn < 24; turn += 1)
    for (const extra of [lacking, 0, 1, 2, 4, 8, 16]) {
      const writer = new Writer(turn, extra);
      const text = writer.write(parsed);
      if (text === undefined) continue;
      const ahead = writer.ahead.join('');
      for (const given of [text, ahead + text.slice(ahead.length), ahead + text])
        if (!seen.has(given)) {
          seen.add(given);
          yield given;
        }
    }
}

function parse(pattern: string): AST.Pattern | undefined {
  for (const unicode of [true, false])
    try {
      return new RegExpParser({ ecmaVersion: 2025 }).parsePattern(pattern, 0, pattern.length, { unicode });
    } catch {
      // Patterns with invalid escapes are read as browsers read them.
    }
  return undefined;
}

/**
 * A writer takes one path through an expression: `turn` selects among alternatives, `extra` repetitions are added where
 * allowed.
 */
class Writer {
  /** Texts required by look-aheads. */
  readonly ahead: string[] = [];
  readonly #groups = new Map<AST.CapturingGroup, string>();
  readonly #turn: number;
  #extra: number;
  #choices = 0;
  #left = sizeLimit;

  constructor(turn: number, extra: number) {
    this.#turn = turn;
    this.#extra = extra;
  }

  write(pattern: AST.Pattern): string | undefined {
    try {
      return this.#alternatives(pattern.alternatives, 0);
    } catch {
      return undefined;
    }
  }

  #choose(count: number): number {
    this.#choices += 1;
    // The first turns take the same alternative everywhere, later ones mix them.
    if (this.#turn < 4) return this.#turn % count;
    return (Math.imul(this.#turn * 31 + this.#choices, 0x9e3779b1) >>> 8) % count;
  }

  #alternatives(alternatives: readonly AST.Alternative[], depth: number): string {
    const { elements } = alternatives[this.#choose(alternatives.length) % alternatives.length]!;
    return elements.map((element) => this.#element(element, depth + 1)).join('');
  }

  #element(element: Element, depth: number): string {
    this.#left -= 1;
    if (this.#left < 0 || depth > depthLimit) throw new Error('too long');
    switch (element.type) {
      case 'Character':
      case 'CharacterSet':
      case 'CharacterClass':
      case 'ExpressionCharacterClass':
        return this.#character(element);
      case 'Group':
        return this.#alternatives(element.alternatives, depth);
      case 'CapturingGroup': {
        const text = this.#alternatives(element.alternatives, depth);
        this.#groups.set(element, text);
        return text;
      }
      case 'Backreference':
        return this.#groups.get([element.resolved].flat()[0]!) ?? '';
      case 'Quantifier': {
        const more = Math.min(this.#extra, element.max - element.min);
        this.#extra -= more;
        let text = '';
        for (let time = 0; time < element.min + more; time += 1) text += this.#element(element.element, depth + 1);
        return text;
      }
      case 'Assertion':
        if (element.kind === 'lookahead' && !element.negate) this.#lookAhead(element, depth);
        return '';
    }
  }

  #lookAhead(element: AST.LookaheadAssertion, depth: number): void {
    const extra = this.#extra;
    this.#extra = 0;
    this.ahead.push(this.#alternatives(element.alternatives, depth));
    this.#extra = extra;
  }

  #character(node: CharacterNode): string {
    if (node.type === 'Character') return String.fromCodePoint(node.value);
    const known = samplesOf(node);
    if (known.length === 0) throw new Error('no character');
    return known[this.#choose(known.length) % known.length]!;
  }
}

const characters = new WeakMap<object, string[]>();

function samplesOf(node: AST.CharacterSet | AST.CharacterClass | AST.ExpressionCharacterClass): string[] {
  const known = characters.get(node);
  if (known !== undefined) return known;
  const isOne = oneCharacter(node.raw);
  const found = [...alphabet, ...ends(node)].filter((char) => isOne.test(char)).slice(0, 6);
  characters.set(node, found);
  return found;
}

function oneCharacter(raw: string): RegExp {
  for (const flags of ['u', 'v', ''])
    try {
      return new RegExp(`^${raw}$`, flags);
    } catch {
      // Parsed with looser flags.
    }
  return /$^/;
}

function ends(node: AST.CharacterSet | AST.CharacterClass | AST.ExpressionCharacterClass): string[] {
  if (node.type !== 'CharacterClass') return [];
  return node.elements.flatMap((element) => {
    if (element.type === 'Character') return [String.fromCodePoint(element.value)];
    if (element.type !== 'CharacterClassRange') return [];
    return [String.fromCodePoint(element.min.value), String.fromCodePoint(element.max.value)];
  });
}
