import type { Variable } from '@touchstone/contracts/workspaces';

/** KnownVariable is a variable as the editor may show it, never with the value of a secret. */
export interface KnownVariable {
  name: string;
  /** undefined if the value is only known when the request is sent. */
  value: string | undefined;
  isSecret: boolean;
  /** Where it is defined, such as the environment's name. */
  source: string;
}

type Defined = Pick<Variable, 'name' | 'isSecret' | 'enabled'> & { value?: string | undefined };

/** knownVariables merges scopes; the first one with a name wins, and a disabled variable doesn't count. */
export function knownVariables(
  scopes: readonly { source: string; variables: readonly Defined[] }[],
): ReadonlyMap<string, KnownVariable> {
  const known = new Map<string, KnownVariable>();
  for (const { source, variables } of scopes)
    for (const { name, value, isSecret, enabled } of variables)
      if (enabled && !known.has(name)) known.set(name, { name, value: isSecret ? undefined : value, isSecret, source });
  return known;
}

/** `{{name}}` in a text, from `start` up to `end` (exclusive). */
export interface VariableUse {
  name: string;
  start: number;
  end: number;
}

/** variableUses finds the variables of a text, in order. */
export const variableUses = (text: string): VariableUse[] =>
  [...text.matchAll(/\{\{\s*([^{}]*?)\s*\}\}/g)]
    .filter((match) => match[1] !== '')
    .map((match) => ({ name: match[1]!, start: match.index, end: match.index + match[0].length }));

/** Names that start with a dollar, such as `$randomInt`, are generated when the request is sent. */
export const isDynamic = (name: string): boolean => name.startsWith('$');

/** hasValue returns whether a name has a value, as far as that is known before the request is sent. */
export const hasValue = (name: string, known: ReadonlyMap<string, KnownVariable>): boolean =>
  isDynamic(name) || known.has(name);

/** unknownNames returns the variables of texts that have no value, each once. */
export function unknownNames(texts: readonly string[], known: ReadonlyMap<string, KnownVariable>): string[] {
  const names = texts.flatMap((text) => variableUses(text).map(({ name }) => name));
  return [...new Set(names)].filter((name) => !hasValue(name, known));
}

/** describeVariable describes a variable's value in one line. */
export function describeVariable(name: string, known: ReadonlyMap<string, KnownVariable>): string {
  if (isDynamic(name)) return 'Made anew for each request';
  const variable = known.get(name);
  if (!variable) return 'No value. Define it in the environment, or extract it in an earlier script.';
  const shown = variable.isSecret
    ? '••••••'
    : variable.value === undefined
      ? 'Known at run time'
      : variable.value || '(empty)';
  return `${shown} · ${variable.source}`;
}

/** The partial name typed after `{{`, before the caret. */
export interface OpenVariable {
  typed: string;
  start: number;
}

/** openVariable returns the name being typed at the caret, after an unclosed `{{`; undefined if there is none. */
export function openVariable(text: string, caret: number): OpenVariable | undefined {
  const match = /\{\{\s*([^{}\s]*)$/.exec(text.slice(0, caret));
  return match ? { typed: match[1]!, start: match.index } : undefined;
}

/** withVariable completes the name being typed; `caret` is the position after it. */
export function withVariable(
  text: string,
  open: OpenVariable,
  caret: number,
  name: string,
): { text: string; caret: number } {
  const rest = /^[^{}\s]*\s*\}\}/.exec(text.slice(caret))?.[0] ?? '';
  const before = `${text.slice(0, open.start)}{{${name}}}`;
  return { text: before + text.slice(caret + rest.length), caret: before.length };
}

const most = 8;

/** matchingVariables returns the variables whose name contains the typed text; names that start with it come first. */
export function matchingVariables(known: ReadonlyMap<string, KnownVariable>, typed: string): KnownVariable[] {
  const wanted = typed.toLowerCase();
  const found = [...known.values()].filter(({ name }) => name.toLowerCase().includes(wanted));
  const rank = ({ name }: KnownVariable) => (name.toLowerCase().startsWith(wanted) ? 0 : 1);
  return found.sort((left, right) => rank(left) - rank(right) || left.name.localeCompare(right.name)).slice(0, most);
}
