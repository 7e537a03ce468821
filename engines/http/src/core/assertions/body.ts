import { compareValue, jsonTypeOf } from '../compare.ts';
import type { ResponseView } from '../response-view.ts';
import { type AssertionCheck, absent } from './finding.ts';

/** Compares the whole body as text; `equals` also holds where both are JSON of the same value, whatever the order of keys. */
export const checkBody: AssertionCheck = ({ operator, expected }, view) => {
  const subject = 'Body';
  const actual = view.text();
  if (operator === 'exists' || operator === 'notExists') {
    if (actual === '') return absent(subject, operator, 'the response body is empty');
    return { subject, actual, ...compareValue(operator, actual, expected) };
  }
  if (operator === 'type') return { subject, actual, ...compareValue('type', typedBody(view), expected) };
  if (operator === 'equals' || operator === 'notEquals') {
    const same = compareValue('equals', actual, expected).passed || equalsAsJson(view, expected);
    const { wanted } = compareValue(operator, actual, expected);
    return { subject, actual, passed: operator === 'equals' ? same : !same, wanted };
  }
  return { subject, actual, ...compareValue(operator, actual, expected) };
};

function equalsAsJson(view: ResponseView, expected: unknown): boolean {
  const text = view.text().trimStart();
  if (!/^[[{"\dtfn-]/.test(text)) return false;
  const json = view.json();
  return 'value' in json && typeof json.value !== 'string' && compareValue('equals', json.value, expected).passed;
}

function typedBody(view: ResponseView): unknown {
  const json = view.json();
  return 'value' in json && jsonTypeOf(json.value) !== 'string' ? json.value : view.text();
}
