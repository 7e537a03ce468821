import type { Token } from './playwright-tokens.ts';

/** A value in the code: `unknown` if it isn't supported. */
export type Value =
  | { kind: 'text'; text: string }
  | { kind: 'number'; text: string }
  | { kind: 'boolean'; text: string }
  | { kind: 'regex'; text: string }
  | { kind: 'object'; fields: Map<string, Value> }
  | { kind: 'list'; items: Value[] }
  | { kind: 'chain'; chain: Chain }
  | { kind: 'unknown' };

/** `page.getByRole('button').click()`: its root, and the properties and calls after it. */
export interface Chain {
  root: string;
  links: { name: string; args: Value[] | undefined }[];
}

const closing: Record<string, string> = { '(': ')', '[': ']', '{': '}' };

/** Maximum depth of nested calls. */
const maxLevels = 50;

/** Reads values and chains of calls from tokens. */
export class CallReader {
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#tokens.length;
  }

  #peek(offset = 0): Token | undefined {
    return this.#tokens[this.#at + offset];
  }
  #isSign(text: string, offset = 0): boolean {
    const token = this.#peek(offset);
    return token?.kind === 'sign' && token.text === text;
  }
  #skip(text: string): boolean {
    if (!this.#isSign(text)) return false;
    this.#at += 1;
    return true;
  }

  /** A chain of calls, or undefined if none starts here. */
  chain(): Chain | undefined {
    const root = this.#peek();
    if (root?.kind !== 'word') return undefined;
    this.#at += 1;
    const links: Chain['links'] = [];
    if (this.#isSign('(')) links.push({ name: '', args: this.#args() });
    for (;;) {
      const isIndex = this.#isSign('[') && this.#peek(1)?.kind === 'string' && this.#isSign(']', 2);
      if (!isIndex && !(this.#isSign('.') && this.#peek(1)?.kind === 'word')) break;
      const name = this.#peek(1)?.text ?? '';
      this.#at += isIndex ? 3 : 2;
      links.push({ name, args: this.#isSign('(') ? this.#args() : undefined });
    }
    return { root: root.text, links };
  }

  #args(): Value[] {
    return this.#list('(', ')');
  }

  #list(open: string, close: string): Value[] {
    const items: Value[] = [];
    if (!this.#skip(open)) return items;
    while (!this.isAtEnd && !this.#skip(close)) {
      const start = this.#at;
      items.push(this.#value());
      this.#skip(',');
      // An unmatched closing bracket ends what is still open.
      if (this.#at === start) break;
    }
    return items;
  }

  #value(): Value {
    const start = this.#at;
    this.#depth += 1;
    const value = this.#depth > maxLevels ? undefined : this.#simple();
    this.#depth -= 1;
    if (value && (this.#isSign(',') || this.#isSign(')') || this.#isSign(']') || this.#isSign('}') || this.isAtEnd))
      return value;
    this.#at = start;
    this.#skipExpression();
    return { kind: 'unknown' };
  }

  #simple(): Value | undefined {
    const token = this.#peek();
    if (!token) return undefined;
    if (token.kind === 'sign') {
      if (token.text === '{') return this.#object();
      if (token.text === '[') return { kind: 'list', items: this.#list('[', ']') };
      if (token.text === '-' && this.#peek(1)?.kind === 'number') {
        this.#at += 2;
        return { kind: 'number', text: `-${this.#peek(-1)?.text}` };
      }
      return undefined;
    }
    if (token.kind === 'word' && token.text !== 'true' && token.text !== 'false') {
      const chain = this.chain();
      return chain && { kind: 'chain', chain };
    }
    this.#at += 1;
    switch (token.kind) {
      case 'string':
        return { kind: 'text', text: token.text };
      case 'template':
        return token.text.includes('${') ? templateOf(token.text) : { kind: 'text', text: token.text };
      case 'number':
        return { kind: 'number', text: token.text };
      case 'regex':
        return { kind: 'regex', text: token.text };
      default:
        return { kind: 'boolean', text: token.text };
    }
  }

  #object(): Value {
    const fields = new Map<string, Value>();
    this.#skip('{');
    while (!this.isAtEnd && !this.#skip('}')) {
      const name = this.#peek()?.text ?? '';
      this.#at += 1;
      if (this.#skip(':')) fields.set(name, this.#value());
      this.#skip(',');
    }
    return { kind: 'object', fields };
  }

  /** Skips to the end of an unsupported expression: a comma or a closing bracket of the same level. */
  #skipExpression(): void {
    const open: string[] = [];
    for (; !this.isAtEnd; this.#at += 1) {
      const token = this.#peek()!;
      if (token.kind !== 'sign') continue;
      const close = closing[token.text];
      if (close) open.push(close);
      else if (open.at(-1) === token.text) open.pop();
      else if (open.length === 0 && [',', ')', ']', '}'].includes(token.text)) return;
    }
  }
}

/** Variables in template literals become variables of the script. */
function templateOf(text: string): Value {
  const filled = text.replace(/\$\{(?:vars\['([^']+)'\]|(?:process\.env\.)?([A-Za-z_]\w*))\}/g, '{{$1$2}}');
  return filled.includes('${') ? { kind: 'unknown' } : { kind: 'text', text: filled };
}

/** textValue returns a text, a number or a variable as an argument's text; undefined for anything else. */
export function textValue(value: Value | undefined): string | undefined {
  if (!value) return undefined;
  if (value.kind === 'text' || value.kind === 'number' || value.kind === 'boolean') return value.text;
  if (value.kind !== 'chain') return undefined;
  const { root, links } = value.chain;
  const isEnvironment = root === 'process' && links[0]?.name === 'env' && links.length === 2;
  const isOwn = root === 'vars' && links.length === 1;
  const name = isEnvironment || isOwn ? links.at(-1)?.name : links.length === 0 ? root : undefined;
  return name && `{{${name}}}`;
}

/** fieldOf returns a field of an object as text. */
export function fieldOf(value: Value | undefined, name: string): string | undefined {
  return value?.kind === 'object' ? textValue(value.fields.get(name)) : undefined;
}
