const repeatLimit = 2000;
const sizeLimit = 10_000;
const candidates = [...'aA1Z0bzxQ9 -_.,:;/@#+*()[]{}|&%$!?=<>~^\'"\\\t\n', 'é', 'Ω', 'я', '中', '€', '٣'];

type Matches = (char: string) => boolean;
type Node =
  | { kind: 'char'; matches: Matches; samples: string[] }
  | { kind: 'choice'; options: Node[][] }
  | { kind: 'repeat'; node: Node; least: number; most: number };

/**
 * sampleOfPattern generates a text that fully matches an XML Schema pattern (Part 2, appendix F) and satisfies `matches`;
 * undefined if none is found. Its work is bounded.
 */
export function sampleOfPattern(pattern: string, matches: (text: string) => boolean): string | undefined {
  let node: Node;
  try {
    node = new PatternReader(pattern).read();
  } catch {
    return undefined;
  }
  for (const more of [0, 1, 2, 3, 4, 5, 6, 7, 8, 11, 15, 19, 31, 63])
    for (const turn of [0, 1, 2, 3]) {
      const text = write(node, more, turn, { left: sizeLimit });
      if (text !== undefined && matches(text)) return text;
    }
  return undefined;
}

function write(node: Node, more: number, turn: number, budget: { left: number }): string | undefined {
  if (budget.left <= 0) return undefined;
  budget.left -= 1;
  if (node.kind === 'char') return node.samples[turn % Math.max(1, node.samples.length)];
  if (node.kind === 'choice') {
    const option = node.options[turn % node.options.length] ?? [];
    let text = '';
    for (const part of option) {
      const written = write(part, more, turn, budget);
      if (written === undefined) return undefined;
      text += written;
    }
    return text;
  }
  const times = Math.min(node.most, node.least + more, repeatLimit);
  let text = '';
  for (let time = 0; time < times; time += 1) {
    const written = write(node.node, more, turn, budget);
    if (written === undefined) return undefined;
    text += written;
  }
  return text;
}

/** PatternReader parses XML Schema regular expressions; it throws if one is invalid. */
class PatternReader {
  readonly #chars: string[];
  #at = 0;
  #depth = 0;

  constructor(pattern: string) {
    this.#chars = [...pattern];
  }

  read(): Node {
    const node = this.#choice();
    if (this.#at < this.#chars.length) throw new Error('unexpected end');
    return node;
  }

  #choice(): Node {
    this.#depth += 1;
    if (this.#depth > 100) throw new Error('nested too deeply');
    const options: Node[][] = [[]];
    while (this.#at < this.#chars.length && this.#chars[this.#at] !== ')') {
      if (this.#chars[this.#at] === '|') {
        this.#at += 1;
        options.push([]);
      } else options.at(-1)?.push(this.#piece());
    }
    this.#depth -= 1;
    return { kind: 'choice', options };
  }

  #piece(): Node {
    const node = this.#atom();
    const char = this.#chars[this.#at];
    if (char === '?' || char === '*' || char === '+') {
      this.#at += 1;
      return { kind: 'repeat', node, least: char === '+' ? 1 : 0, most: char === '?' ? 1 : Number.POSITIVE_INFINITY };
    }
    if (char !== '{') return node;
    const end = this.#chars.indexOf('}', this.#at);
    const match = /^(\d+)(,(\d*))?$/.exec(this.#chars.slice(this.#at + 1, end).join(''));
    if (!match) throw new Error('bad quantity');
    this.#at = end + 1;
    const least = Number(match[1]);
    const most = match[2] === undefined ? least : match[3] ? Number(match[3]) : Number.POSITIVE_INFINITY;
    return { kind: 'repeat', node, least, most };
  }

  #atom(): Node {
    const char = this.#chars[this.#at];
    this.#at += 1;
    switch (char) {
      case '(': {
        // Not valid in XML Schema, but written by users of other dialects.
        if (this.#chars[this.#at] === '?' && this.#chars[this.#at + 1] === ':') this.#at += 2;
        const node = this.#choice();
        if (this.#chars[this.#at] !== ')') throw new Error('open group');
        this.#at += 1;
        return node;
      }
      case '[':
        return charNode(this.#charClass());
      case '\\':
        return charNode(this.#escape());
      case '.':
        return charNode({ matches: (other) => other !== '\n' && other !== '\r', starts: [] });
      default:
        return charNode(literal(char ?? ''));
    }
  }

  #escape(): CharSet {
    const char = this.#chars[this.#at] ?? '';
    this.#at += 1;
    if (char === 'p' || char === 'P') {
      const end = this.#chars.indexOf('}', this.#at);
      const name = this.#chars.slice(this.#at + 1, end).join('');
      this.#at = end + 1;
      // Blocks (IsBasicLatin, …) have no name in JavaScript; the candidates start in Basic Latin.
      const matches: Matches = name.startsWith('Is')
        ? (other) => other < '\u0080'
        : (
            (expression) => (other: string) =>
              expression.test(other)
          )(new RegExp(`^\\p{${name}}$`, 'u'));
      return { matches: char === 'p' ? matches : (other) => !matches(other), starts: [] };
    }
    const control = { n: '\n', r: '\r', t: '\t' }[char];
    if (control !== undefined) return literal(control);
    const known = classes[char.toLowerCase()];
    if (known) return { matches: char === char.toLowerCase() ? known : (other) => !known(other), starts: [] };
    return literal(char);
  }

  #charClass(): CharSet {
    this.#depth += 1;
    if (this.#depth > 100) throw new Error('nested too deeply');
    const isNegative = this.#chars[this.#at] === '^';
    if (isNegative) this.#at += 1;
    const sets: CharSet[] = [];
    let without: CharSet | undefined;
    for (let isFirst = true; this.#chars[this.#at] !== ']' || isFirst; isFirst = false) {
      if (this.#at >= this.#chars.length) throw new Error('open class');
      if (this.#chars[this.#at] === '-' && this.#chars[this.#at + 1] === '[') {
        this.#at += 2;
        without = this.#charClass();
        continue;
      }
      sets.push(this.#classPart());
    }
    this.#at += 1;
    this.#depth -= 1;
    const inside: Matches = (char) => sets.some(({ matches }) => matches(char)) !== isNegative;
    const minus = without;
    return {
      matches: minus ? (char) => inside(char) && !minus.matches(char) : inside,
      starts: isNegative ? [] : sets.flatMap(({ starts }) => starts),
    };
  }

  #classPart(): CharSet {
    const char = this.#chars[this.#at] ?? '';
    this.#at += 1;
    const from = char === '\\' ? this.#escape() : literal(char);
    const isRange = this.#chars[this.#at] === '-' && !['[', ']', undefined].includes(this.#chars[this.#at + 1]);
    if (!isRange || from.starts.length !== 1) return from;
    this.#at += 1;
    const next = this.#chars[this.#at] ?? '';
    this.#at += 1;
    const to = (next === '\\' ? this.#escape() : literal(next)).starts[0] ?? '';
    const low = from.starts[0]?.codePointAt(0) ?? 0;
    const high = to.codePointAt(0) ?? 0;
    return {
      matches: (other) => {
        const code = other.codePointAt(0) ?? -1;
        return code >= low && code <= high;
      },
      starts: [String.fromCodePoint(low), String.fromCodePoint(high)],
    };
  }
}

interface CharSet {
  matches: Matches;
  /** Characters that are certainly in the class, before subtraction. */
  starts: string[];
}

const classes: Record<string, Matches> = {
  s: (char) => /^[ \t\n\r]$/.test(char),
  d: (char) => /^\p{Nd}$/u.test(char),
  w: (char) => /^[^\p{P}\p{Z}\p{C}]$/u.test(char),
  i: (char) => /^[\p{L}_:]$/u.test(char),
  c: (char) => /^[\p{L}\p{N}_:.-]$/u.test(char),
};

const literal = (char: string): CharSet => ({ matches: (other) => other === char, starts: [char] });

function charNode({ matches, starts }: CharSet): Node {
  const samples = [...new Set([...starts, ...candidates])].filter(matches).slice(0, 4);
  return { kind: 'char', matches, samples };
}
