import type { HttpAssertion } from '../assertion.ts';
import { compareEach, compareValue, jsonTypeOf } from '../compare.ts';
import type { ResponseView } from '../response-view.ts';
import { show } from '../show.ts';
import { canonicalXml } from '../xml-equality.ts';
import { parseXml } from '../xpath-query.ts';
import { type AssertionCheck, absent } from './finding.ts';
import { compareOrJudge, findBySchema } from './json-path.ts';

/**
 * Compares the whole body as text; `equals` also passes for JSON with the same value, regardless of key order, and for
 * equal XML.
 */
export const checkBody: AssertionCheck = ({ operator, expected }, view) => {
  const subject = 'Body';
  const actual = view.text();
  if (operator === 'exists' || operator === 'notExists') {
    if (actual === '') return absent(subject, operator, 'the response body is empty');
    return { subject, actual, ...compareValue(operator, actual, expected) };
  }
  if (operator === 'type') return { subject, actual, ...compareValue('type', typedBody(view), expected) };
  if (operator === 'equals' || operator === 'notEquals') {
    const same =
      compareValue('equals', actual, expected).passed ||
      equalsAsJson(view, expected) ||
      xmlEquality(view, expected, { ignoreOrder: false }) === true;
    const { wanted } = compareValue(operator, actual, expected);
    return { subject, actual, passed: operator === 'equals' ? same : !same, wanted };
  }
  if (operator === 'equalsIgnoringOrder') {
    const xml = xmlEquality(view, expected, { ignoreOrder: true });
    const passed = xml ?? compareValue(operator, typedBody(view), expected).passed;
    return { subject, actual, passed, wanted: `${show(expected)} in any order` };
  }
  if (operator === 'each') return { subject, actual, ...compareEach(typedBody(view), expected, compareOrJudge) };
  if (operator === 'schema') return { ...findBySchema(subject, typedBody(view), expected), actual };
  return { subject, actual, ...compareValue(operator, actual, expected) };
};

/** mayCompareXml returns whether an assertion compares the body with XML. */
export function mayCompareXml({ kind, operator, expected }: HttpAssertion): boolean {
  const compares = operator === 'equals' || operator === 'notEquals' || operator === 'equalsIgnoringOrder';
  return (
    kind === 'body' && compares && typeof expected === 'string' && (/^\s*</.test(expected) || expected.includes('{{'))
  );
}

/** Undefined if they aren't both XML. */
function xmlEquality(view: ResponseView, expected: unknown, options: { ignoreOrder: boolean }): boolean | undefined {
  if (typeof expected !== 'string' || !/^\s*</.test(expected) || !/^[\s\uFEFF]*</.test(view.text())) return undefined;
  const body = view.xml();
  if ('problem' in body) return undefined;
  try {
    return canonicalXml(body.value, options) === canonicalXml(parseXml(expected), options);
  } catch {
    return undefined;
  }
}

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
