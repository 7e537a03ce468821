import { argumentOf } from '../catalogue.ts';
import type { Keyword } from '../keyword.ts';
import type { Step } from '../step.ts';
import { MissingVariableError, type Scope, variableNames } from './variables.ts';

/**
 * A step's arguments with their variables filled in, and the values of those that stay in a query; or what is missing.
 */
export type FilledArguments = { args: Record<string, string>; values: Record<string, string> } | { problem: string };

/** fillArguments fills in the arguments of a driver call, with the catalogue's defaults. */
export function fillArguments(keyword: Keyword, step: Step, scope: Scope): FilledArguments {
  const args: Record<string, string> = {};
  const values: Record<string, string> = {};
  for (const { name, type, label, required } of keyword.parameters) {
    const given = argumentOf(keyword, step.args, name);
    if (type === 'query') Object.assign(values, valuesIn(given, scope));
    const text = type === 'query' ? given : scope.fill(given, type);
    if (required && type !== 'text' && text === '')
      return { problem: `${keyword.title} needs a value for "${label}".` };
    args[name] = text;
  }
  return { args, values };
}

function valuesIn(query: string, scope: Scope): Record<string, string> {
  const values = variableNames(query).map((name): [string, string] => {
    const value = scope.get(name);
    if (value === undefined) throw new MissingVariableError(name);
    return [name, value];
  });
  return Object.fromEntries(values);
}
