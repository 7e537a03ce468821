import { findXml, parseXml, type XmlFinding } from '@touchstone/engine-assert/core';
import { serializeToWellFormedString } from 'slimdom';
import { type EqualXmlOptions, equalToXml } from './equal-xml.ts';
import { Subject } from './subject.ts';
import { booleanMatcher, type MatcherContext, type ValueMatcher } from './value-matcher.ts';

/** equalToXmlText compares with a document given as text. */
export function equalToXmlText(
  text: string,
  options: EqualXmlOptions,
  path: string,
  context: MatcherContext,
): ValueMatcher {
  let document: ReturnType<typeof parseXml> | undefined;
  try {
    document = parseXml(text);
  } catch (error) {
    context.problem(path, `The XML cannot be read: ${error instanceof Error ? error.message.split('\n')[0] : error}.`);
  }
  return equalToXml(text, document, options, path, context);
}

/** isCostlyXPath returns whether an XPath searches or has conditions; only those run under the time limit. */
export const isCostlyXPath = (expression: string): boolean => /[[(]|\/\//.test(expression);

/** matchesXPath requires that an XPath finds something; with `inner`, something that `inner` matches. */
export function matchesXPath(
  expression: string,
  inner: ValueMatcher | undefined,
  namespaces: Record<string, string> | undefined,
  context: MatcherContext,
): ValueMatcher {
  const find = (subject: Subject): XmlFinding[] => {
    const xml = subject.xml(context);
    if (xml === undefined) return [];
    const work = () => findXml(expression, xml, namespaces);
    try {
      return context.guard && isCostlyXPath(expression) ? context.guard(work) : work();
    } catch {
      return [];
    }
  };
  if (inner === undefined)
    return booleanMatcher('matchesXPath', expression, (subject) =>
      find(subject).some(({ value, node }) => node !== undefined || value !== false),
    );
  const distance = (subject: Subject) => {
    const found = find(subject);
    if (found.length === 0) return 1;
    return Math.min(...found.map((item) => inner.distance(new Subject(xmlText(item)))));
  };
  return {
    operator: 'matchesXPath',
    expected: `${expression} ${inner.operator} ${inner.expected}`,
    acceptsAbsent: false,
    test: (subject) => distance(subject) === 0,
    distance,
  };
}

/** xmlText serializes an element as XML and returns anything else as its value. */
export function xmlText({ value, node }: XmlFinding): string {
  if (node?.nodeType !== 1) return String(value);
  return serializeToWellFormedString(node as Parameters<typeof serializeToWellFormedString>[0]);
}
