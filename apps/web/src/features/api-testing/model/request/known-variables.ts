import type { Variable } from '@touchstone/contracts/workspaces';

/** KnownVariable is a variable as the editor may show it: the value of a secret is never there. */
export interface KnownVariable {
  name: string;
  /** undefined: the value is known only when the request is sent. */
  value: string | undefined;
  isSecret: boolean;
  /** Where it is defined, such as the name of the environment. */
  source: string;
}

type Defined = Pick<Variable, 'name' | 'isSecret' | 'enabled'> & { value?: string | undefined };

/** knownVariables puts scopes together; the first one that has a name wins, and a variable that is off counts for nothing. */
export function knownVariables(
  scopes: readonly { source: string; variables: readonly Defined[] }[],
): ReadonlyMap<string, KnownVariable> {
  const known = new Map<string, KnownVariable>();
  for (const { source, variables } of scopes)
    for (const { name, value, isSecret, enabled } of variables)
      if (enabled && !known.has(name)) known.set(name, { name, value: isSecret ? undefined : value, isSecret, source });
  return known;
}

/** VariableUse is `{{name}}` in a text, from `start` to before `end`. */
export interface VariableUse {
  name: string;
  start: number;
  end: number;
}

/** variableUses finds the variables in a text, in order. */
export const variableUses = (text: string): VariableUse[] =>
  [...text.matchAll(/\{\{\s*([^{}]*?)\s*\}\}/g)]
    .filter((match) => match[1] !== '')
    .map((match) => ({ name: match[1]!, start: match.index, end: match.index + match[0].length }));

/** Names that begin with a dollar, such as `$randomInt`, are made when the request is sent. */
export const isDynamic = (name: string): boolean => name.startsWith('$');

/** hasValue tells whether a name stands for something, as far as that is known before the request is sent. */
export const hasValue = (name: string, known: ReadonlyMap<string, KnownVariable>): boolean =>
  isDynamic(name) || known.has(name);

/** unknownNames lists the variables of texts that have no value, each once. */
export function unknownNames(texts: readonly string[], known: ReadonlyMap<string, KnownVariable>): string[] {
  const names = texts.flatMap((text) => variableUses(text).map(({ name }) => name));
  return [...new Set(names)].filter((name) => !hasValue(name, known));
}

/** describeVariable says in one line what a variable stands for. */
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

/** What is typed of a name behind `{{`, before the caret. */
export interface OpenVariable {
  typed: string;
  start: number;
}

/** openVariable tells whether the caret stands in a name that is being typed: behind `{{` that is not closed. */
export function openVariable(text: string, caret: number): OpenVariable | undefined {
  const match = /\{\{\s*([^{}\s]*)$/.exec(text.slice(0, caret));
  return match ? { typed: match[1]!, start: match.index } : undefined;
}

/** withVariable puts a whole name where one is being typed; `caret` is the place behind it. */
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

/** matchingVariables are the variables whose name has what is typed; those that begin with it come first. */
export function matchingVariables(known: ReadonlyMap<string, KnownVariable>, typed: string): KnownVariable[] {
  const wanted = typed.toLowerCase();
  const found = [...known.values()].filter(({ name }) => name.toLowerCase().includes(wanted));
  const rank = ({ name }: KnownVariable) => (name.toLowerCase().startsWith(wanted) ? 0 : 1);
  return found.sort((left, right) => rank(left) - rank(right) || left.name.localeCompare(right.name)).slice(0, most);
}
