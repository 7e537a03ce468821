import { expect, test } from 'vitest';
import { BudgetError, jsonNesting, WorkBudget, xmlNesting } from './budget.ts';

test.each([
  ['', 0],
  ['1', 0],
  ['[]', 1],
  ['{"a": [1, {"b": "]]]{{{"}]}', 3],
  ['"[[[ \\" [[["', 0],
  ['[[1], [[2]], [3]]', 3],
  ['['.repeat(100_000), 100_000],
])('the nesting of JSON is counted outside of texts: %#', (text, depth) => {
  expect(jsonNesting(text)).toBe(depth);
});

test.each([
  ['', 0],
  ['<a/>', 0],
  ['<a></a>', 1],
  ['<?xml version="1.0"?><!DOCTYPE a><a><!-- <b><b><b> --><b x="/>"><c/></b></a>', 2],
  ['<a><![CDATA[<b><b>]]><b>1</b><b>2</b></a>', 2],
  ["<a b='>'><c d=\"'\"></c></a>", 2],
  ['<a>'.repeat(100_000), 100_000],
  ['<a><!-- never ends', 1],
])('the nesting of XML is counted outside of comments and values: %#', (text, depth) => {
  expect(xmlNesting(text)).toBe(depth);
});

test('a budget says what exceeded which limit, and what to do', () => {
  const budget = new WorkBudget('The XPath //a', 'Use a more specific path.', { steps: 2000, nesting: 10 });
  budget.spend('steps', 2000);
  budget.reach(10);
  expect(budget.spent('steps')).toBe(2000);
  expect(() => budget.reach(11)).toThrow('The XPath //a needs more than 10 levels within each other.');
  const sentence = 'The XPath //a needs more than 2,000 steps of work. Use a more specific path.';
  expect(() => budget.spend('steps')).toThrow(
    new BudgetError('The XPath //a', 'steps', 2000, 'Use a more specific path.'),
  );
  expect(() => budget.spend('steps', 0)).toThrow(sentence);
});
