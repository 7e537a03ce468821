import type { Keyword } from './keyword.ts';
import { inputKeywords, mouseKeywords, navigationKeywords, waitKeywords } from './keywords/act.ts';
import { browserKeywords, flowKeywords } from './keywords/flow.ts';
import { dataKeywords, verifyKeywords } from './keywords/verify.ts';

/** All keywords, in display order. */
export const catalogue: readonly Keyword[] = [
  ...navigationKeywords,
  ...mouseKeywords,
  ...inputKeywords,
  ...waitKeywords,
  ...verifyKeywords,
  ...dataKeywords,
  ...flowKeywords,
  ...browserKeywords,
];

const byId = new Map(catalogue.map((keyword) => [keyword.id, keyword]));

/** findKeyword returns the keyword of this id, or undefined. */
export function findKeyword(id: string): Keyword | undefined {
  return byId.get(id);
}

/** argumentOf returns a step's argument, or the catalogue's default if it is missing or empty. */
export function argumentOf(keyword: Keyword, args: Record<string, string>, name: string): string {
  const given = Object.hasOwn(args, name) ? args[name] : undefined;
  return given || keyword.parameters.find((parameter) => parameter.name === name)?.default || '';
}
