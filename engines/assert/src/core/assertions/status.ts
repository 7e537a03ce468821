import { asList, compareValue } from '../compare.ts';
import { asText, show } from '../show.ts';
import type { AssertionCheck } from './finding.ts';

/** Compares the status code; `expected` is a code, a class `2xx`, a range `200-299` or a list of them. */
export const checkStatus: AssertionCheck = ({ operator, expected }, view) => {
  const subject = 'Status';
  const actual = view.status;
  if (operator !== 'equals' && operator !== 'notEquals' && operator !== 'in') {
    return { subject, actual, ...compareValue(operator, actual, expected) };
  }
  const items = asList(expected);
  const unknown = items.find((item) => !isStatusPattern(asText(item)));
  const wanted = `${operator === 'notEquals' ? 'anything but ' : ''}${items.map(asText).join(', ')}`;
  if (unknown !== undefined) {
    const problem = `${show(unknown)} is not a status. Use a code such as 200, a class such as 2xx or a range such as 200-299`;
    return { subject, actual, passed: false, wanted, problem };
  }
  const matched = items.some((item) => matchesStatus(asText(item), actual));
  return { subject, actual, passed: operator === 'notEquals' ? !matched : matched, wanted };
};

function isStatusPattern(text: string): boolean {
  return /^\s*(\d{3}|[1-9]xx|\d{3}\s*-\s*\d{3})\s*$/i.test(text);
}

function matchesStatus(pattern: string, status: number): boolean {
  const text = pattern.trim().toLowerCase();
  if (text.endsWith('xx')) return Math.floor(status / 100) === Number(text[0]);
  const [from, to] = text.split('-').map(Number);
  return to === undefined ? status === from : status >= from! && status <= to;
}
