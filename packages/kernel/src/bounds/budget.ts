/**
 * What one piece of users' content may cost, wherever it is read: a request that is built, a document, an expression. All bounds are
 * counted, none is a time, so that the same content always has the same end.
 */
export const workLimits = {
  /** Levels of JSON, XML, YAML or a schema within each other. */
  nesting: 500,
  /** Elementary steps: a variable that is looked up, a node that an expression looks at, a reference that is followed. */
  steps: 1_000_000,
  /** Values or elements that are made of a document. */
  nodes: 1_000_000,
  /** Characters that are made of it. */
  characters: 16 * 1024 * 1024,
} as const;

/** WorkKind names what a budget counts. */
export type WorkKind = keyof typeof workLimits;

const words: Record<WorkKind, string> = {
  nesting: 'levels within each other',
  steps: 'steps of work',
  nodes: 'values',
  characters: 'characters',
};

/** BudgetError says what exceeded which bound and what to do; its message is for the user. */
export class BudgetError extends Error {
  readonly kind: WorkKind;

  constructor(subject: string, kind: WorkKind, limit: number, advice: string) {
    super(`${subject} needs more than ${limit.toLocaleString('en')} ${words[kind]}. ${advice}`);
    this.name = 'BudgetError';
    this.kind = kind;
  }
}

/**
 * WorkBudget counts the work that one piece of content causes. Every method throws BudgetError where its bound is exceeded, also when it
 * is called again, so that nothing goes on after a `catch` in between.
 */
export class WorkBudget {
  readonly #subject: string;
  readonly #advice: string;
  readonly #limits: Record<WorkKind, number>;
  readonly #spent: Record<WorkKind, number> = { nesting: 0, steps: 0, nodes: 0, characters: 0 };

  /** `subject` begins the sentence of an error ("The XPath //a"), `advice` ends it ("Use a more specific path."). */
  constructor(subject: string, advice: string, limits: Partial<Record<WorkKind, number>> = {}) {
    this.#subject = subject;
    this.#advice = advice;
    this.#limits = { ...workLimits, ...limits };
  }

  /** Counts work of a kind. */
  spend(kind: Exclude<WorkKind, 'nesting'>, amount = 1): void {
    this.#spent[kind] += amount;
    if (this.#spent[kind] > this.#limits[kind]) this.#refuse(kind);
  }

  /** Says that the work is `depth` levels deep. */
  reach(depth: number): void {
    if (depth > this.#limits.nesting) this.#refuse('nesting');
  }

  /** What was counted so far. */
  spent(kind: Exclude<WorkKind, 'nesting'>): number {
    return this.#spent[kind];
  }

  #refuse(kind: WorkKind): never {
    throw new BudgetError(this.#subject, kind, this.#limits[kind], this.#advice);
  }
}

/** jsonNesting counts the deepest nesting of lists and objects in JSON text, in one pass and whether the text is valid or not. */
export function jsonNesting(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if (code === 0x5b || code === 0x7b) {
      depth += 1;
      if (depth > deepest) deepest = depth;
    } else if (code === 0x5d || code === 0x7d) depth -= 1;
  }
  return deepest;
}

const quote = 0x22;
const backslash = 0x5c;

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === backslash) at += 1;
    else if (code === quote) return at;
  }
  return text.length;
}

/** xmlNesting counts the deepest nesting of elements in XML text, in one pass and whether the text is well-formed or not. */
export function xmlNesting(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    const skipped = sections.find(([start]) => text.startsWith(start, at));
    if (skipped !== undefined) {
      at = after(text, skipped[1], at + skipped[0].length);
      continue;
    }
    const end = endOfTag(text, at);
    if (text[at + 1] === '/') depth -= 1;
    else if (text[at + 1] !== '!' && text[end - 1] !== '/') {
      depth += 1;
      if (depth > deepest) deepest = depth;
    }
    at = end;
  }
  return deepest;
}

const sections: readonly (readonly [string, string])[] = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
];

function after(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from);
  return found < 0 ? text.length : found + mark.length;
}

/** Where the tag that begins at `start` ends; a `>` inside quotes is part of a value. */
function endOfTag(text: string, start: number): number {
  let open = 0;
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (open !== 0) {
      if (code === open) open = 0;
    } else if (code === quote || code === 0x27) open = code;
    else if (code === 0x3e) return at;
  }
  return text.length;
}
