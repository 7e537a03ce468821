import type { MultipartPart } from '../request/multipart.ts';
import type { RequestView } from '../request/request-view.ts';
import { compileValue } from './compile-value.ts';
import { compileMulti } from './multi-value.ts';
import type { Check } from './request-matcher.ts';
import type { MatcherContext } from './value-matcher.ts';

/** multipartCheck checks that any part of a body (or each, with `matchingType` ALL) has the headers and the content. */
export function multipartCheck(pattern: Record<string, unknown>, path: string, context: MatcherContext): Check {
  const { name, matchingType, headers, bodyPatterns, fileName } = pattern;
  const named = typeof headers === 'object' && headers !== null ? Object.entries(headers) : [];
  const headerChecks = named.map(([header, value]) => ({
    header: header.toLowerCase(),
    matcher: compileMulti(value, `${path}.headers.${header}`, context),
  }));
  const bodies = (Array.isArray(bodyPatterns) ? bodyPatterns : []).map((body, index) =>
    compileValue(body, `${path}.bodyPatterns[${index}]`, context),
  );
  const ofFile = fileName === undefined ? undefined : compileMulti(fileName, `${path}.fileName`, context);
  const matches = (part: MultipartPart) =>
    (typeof name !== 'string' || part.name === name) &&
    (ofFile?.test(part.fileName === undefined ? [] : [part.fileName]) ?? true) &&
    headerChecks.every(({ header, matcher }) => matcher.test(part.headers.get(header) ?? [])) &&
    bodies.every((body) => body.test(part.body));
  const isAll = matchingType === 'ALL';
  const test = ({ parts }: RequestView) => parts.length > 0 && (isAll ? parts.every(matches) : parts.some(matches));
  const conditions = [
    ...headerChecks.map(({ header, matcher }) => `${header} ${matcher.operator} ${matcher.expected}`),
    ...bodies.map((body) => `body ${body.operator} ${body.expected}`),
  ];
  return {
    part: 'multipartPatterns',
    name: typeof name === 'string' ? name : '',
    operator: isAll ? 'all parts' : 'any part',
    expected: conditions.join('; '),
    weight: 1,
    test,
    distance: (request) => (test(request) ? 0 : 1),
    actual: ({ parts }) =>
      parts.length === 0
        ? undefined
        : parts
            .map(({ name: part, body }) => `${part}: ${body.text}`)
            .join('; ')
            .slice(0, 500),
  };
}
