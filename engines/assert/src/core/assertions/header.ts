import { compareEach } from '../compare.ts';
import { type AssertionCheck, absent, compareAny } from './finding.ts';

/**
 * Compares a response header; its name is case-insensitive, and duplicates are compared individually and joined by
 * commas.
 */
export const checkHeader: AssertionCheck = ({ operator, expected, path }, view) => {
  const name = path?.trim() ?? '';
  const subject = `Header ${name}`;
  if (name === '') return { subject: 'Header', passed: false, wanted: '', problem: 'enter the name of the header' };
  const values = view.header(name);
  if (values.length === 0) return absent(subject, operator, 'the response has no such header');
  if (operator === 'each') return { subject, actual: values, ...compareEach(values, expected) };
  const joined = values.join(', ');
  const readings = values.length === 1 ? values : [...values, joined];
  return { subject, actual: joined, ...compareAny(operator, readings, expected) };
};
