import { callArguments, isSign, isWord, type Link, readChain, splitTokens, type Token } from './statements.ts';

/** VBScript's text constants. */
const constants: Readonly<Record<string, string>> = {
  vbcrlf: '\n',
  vblf: '\n',
  vbnewline: '\n',
  vbtab: '\t',
  true: 'True',
  false: 'False',
  empty: '',
  vbnullstring: '',
};
/** Functions that don't change a step's text. */
const transparent = new Set(['cstr', 'cint', 'clng', 'cdbl', 'cbool']);
/** Stores of test data by name: the data table, the action's parameters, environment variables. */
const stores = new Set(['datatable', 'parameter', 'testargs', 'environment']);

/** Maximum depth of nested brackets; deeper expressions are not read. */
export const deepest = 40;

/** nameOf returns the script's name of a VBScript variable. */
export const nameOf = (word: string): string =>
  word
    .trim()
    .replace(/^\[|\]$/g, '')
    .replace(/[^\p{L}\p{N}_.-]+/gu, '_')
    .replace(/^(?=[^\p{L}_])/u, '_')
    .slice(0, 100);

/** readValue reads an expression as text with variables; undefined if text can't express it. */
export function readValue(tokens: readonly Token[], depth = 0): string | undefined {
  if (depth > deepest) return undefined;
  const parts = splitTokens(tokens, (token) => isSign(token, '&')).map((part) => partOf(part, depth + 1));
  return parts.every((part) => part !== undefined) ? parts.join('') : undefined;
}

function partOf(tokens: readonly Token[], depth: number): string | undefined {
  const [first, second] = tokens;
  if (!first) return undefined;
  if (isSign(first, '-') && second?.kind === 'number' && tokens.length === 2) return `-${second.text}`;
  if (isSign(first, '(') && isSign(tokens.at(-1), ')')) return readValue(tokens.slice(1, -1), depth);
  if (tokens.length === 1 && first.kind !== 'word') return first.kind === 'sign' ? undefined : first.text;
  const chain = readChain(tokens);
  return chain && chain.rest.length === 0 ? ofChain(chain.links, depth) : undefined;
}

function ofChain(links: readonly Link[], depth: number): string | undefined {
  const [first, second] = links;
  const word = first?.name.toLowerCase() ?? '';
  if (links.length === 1 && first?.args === undefined)
    return Object.hasOwn(constants, word) ? constants[word] : `{{${nameOf(first?.name ?? '')}}}`;
  if (links.length === 1 && transparent.has(word)) return readValue(first?.args?.[0] ?? [], depth);
  const isValue = second === undefined || isWord({ kind: 'word', text: second.name }, 'value', 'rawvalue');
  if (!stores.has(word) || !isValue || links.length > 2) return undefined;
  const key = (first?.args ?? second?.args)?.[0];
  const name = key && readValue(key);
  return name === undefined || name.includes('{{') ? undefined : `{{${nameOf(name)}}}`;
}

/** readCode returns a sum or product of numbers and variables as JavaScript; undefined for anything else. */
export function readCode(tokens: readonly Token[]): string | undefined {
  const pieces = tokens.map((token, index) => {
    const isOperand = index % 2 === 0;
    if (!isOperand) return isSign(token, '+', '-', '*', '/') ? ` ${token.text} ` : undefined;
    if (token.kind === 'number') return token.text;
    return token.kind === 'word' ? `Number('{{${nameOf(token.text)}}}')` : undefined;
  });
  const isWhole = tokens.length > 2 && tokens.length % 2 === 1 && pieces.every((piece) => piece !== undefined);
  return isWhole ? `return ${pieces.join('')};` : undefined;
}

/** readList returns the values of `Array("a", "b")` and of `Split("a,b", ",")`; undefined if they aren't literals. */
export function readList(tokens: readonly Token[]): string[] | undefined {
  const chain = readChain(tokens);
  const [call, ...others] = chain?.links ?? [];
  if (!call?.args || others.length > 0 || chain?.rest.length) return undefined;
  const word = call.name.toLowerCase();
  const args = callArguments(call, []).map((one) => readValue(one));
  if (word === 'array') return args.every((one) => one !== undefined) ? args : undefined;
  const [text, by = ' '] = args;
  return word === 'split' && text !== undefined && !text.includes('{{') ? text.split(by) : undefined;
}
