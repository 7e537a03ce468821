import type { AssertionOperator } from '../assertion.ts';
import { compareEach } from '../compare.ts';
import { queryXml } from '../xpath-query.ts';
import { type AssertionCheck, absent, compareAny } from './finding.ts';

/**
 * Compares the result of an XPath 3.1 expression on an XML body: the text of nodes, or the value of an expression such
 * as `count(//item)`.
 */
export const checkXPath: AssertionCheck = ({ operator, expected, path }, view) => {
  const written = path?.trim() ?? '';
  const subject = `XPath ${written}`;
  if (written === '') return { subject: 'XPath', passed: false, wanted: '', problem: 'enter an XPath' };
  const xml = view.xml();
  if ('problem' in xml) return { subject, passed: false, wanted: '', problem: xml.problem };
  const items = queryXml(written, xml.value);
  const denied = items.length === 1 && items[0] === false && (operator === 'exists' || operator === 'notExists');
  if (items.length === 0 || denied) return absent(subject, operator, 'the XPath finds nothing in the response');
  if (operator === 'each') return { subject, actual: items, ...compareEach(items, expected) };
  const readings = readingsOf(items, operator);
  return { subject, actual: readings[0], ...compareAny(operator, readings, expected) };
};

function readingsOf(items: (string | number | boolean)[], operator: AssertionOperator): unknown[] {
  if (items.length > 1) return [items];
  const only = items[0];
  // Indented XML has line breaks around its text that users don't type into an expected value.
  const trims = typeof only === 'string' && only !== only.trim() && (operator === 'equals' || operator === 'in');
  return trims ? [only, only.trim()] : [only];
}
