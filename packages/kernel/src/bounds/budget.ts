/**
 * The cost limits for one piece of user content, wherever it is processed: a request that is built, a document, an
 * expression. All limits are counts, none is a time, so that the same content always has the same result.
 */
export const workLimits = {
  /** Nesting levels of JSON, XML, YAML or a schema. */
  nesting: 500,
  /** Elementary steps: looking up a variable, visiting a node in an expression, following a reference. */
  steps: 1_000_000,
  /** Values or elements created from a document. */
  nodes: 1_000_000,
  /** Characters created from it. */
  characters: 16 * 1024 * 1024,
} as const;

/** WorkKind is what a budget counts. */
export type WorkKind = keyof typeof workLimits;

const words: Record<WorkKind, string> = {
  nesting: 'levels within each other',
  steps: 'steps of work',
  nodes: 'values',
  characters: 'characters',
};

/** BudgetError says what exceeded which limit and what to do; the message is for the user. */
export class BudgetError extends Error {
  readonly kind: WorkKind;

  constructor(subject: string, kind: WorkKind, limit: number, advice: string) {
    super(`${subject} needs more than ${limit.toLocaleString('en')} ${words[kind]}. ${advice}`);
    this.name = 'BudgetError';
    this.kind = kind;
  }
}

/**
 * WorkBudget counts the work caused by one piece of content. Every method throws BudgetError once its limit is
 * exceeded, also when it is called again, so that nothing continues after a `catch` in between.
 */
export class WorkBudget {
  readonly #subject: string;
  readonly #advice: string;
  readonly #limits: Record<WorkKind, number>;
  readonly #spent: Record<WorkKind, number> = { nesting: 0, steps: 0, nodes: 0, characters: 0 };

  /** `subject` starts the error message ("The XPath //a"), `advice` ends it ("Use a more specific path."). */
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

  /** Reports that the work is `depth` levels deep. */
  reach(depth: number): void {
    if (depth > this.#limits.nesting) this.#refuse('nesting');
  }

  /** The count so far. */
  spent(kind: Exclude<WorkKind, 'nesting'>): number {
    return this.#spent[kind];
  }

  #refuse(kind: WorkKind): never {
    throw new BudgetError(this.#subject, kind, this.#limits[kind], this.#advice);
  }
}

/**
 * jsonNesting returns the deepest nesting of lists and objects in a JSON text, in one pass and whether or not it is
 * valid.
 */
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

/**
 * xmlNesting returns the deepest nesting of elements in an XML text, in one pass and whether or not it is well-formed.
 */
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

/** Where the tag that starts at `start` ends; a `>` inside quotes is part of a value. */
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
