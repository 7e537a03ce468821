import type { Extracted, HttpDataHandler } from './assertion.ts';
import type { EvaluationGuard } from './assertions/evaluate.ts';
import { isCostlyJsonPath, nearestExistingPath, queryJson } from './json-path.ts';
import { findMatch } from './linear-regex.ts';
import type { ResponseView } from './response-view.ts';
import { asText } from './show.ts';
import { isCostlyXPath, queryXml } from './xpath-query.ts';

type Reading = { value: string } | { problem: string };

const readers: Record<HttpDataHandler['source'], (path: string, view: ResponseView) => Reading> = {
  status: (_path, view) => ({ value: String(view.status) }),
  body: (_path, view) => ({ value: view.text() }),
  header: readHeader,
  cookie: readCookie,
  regex: readRegex,
  jsonPath: readJsonPath,
  xpath: readXPath,
};

/**
 * extractData extracts the values of the enabled data handlers from a response. Strings are kept as they are, other
 * values become JSON; a path that finds several values results in a JSON list. A miss has `found: false` and a message
 * that says where to look.
 */
export function extractData(
  handlers: readonly HttpDataHandler[],
  view: ResponseView,
  guard: EvaluationGuard = (work) => work(),
): Extracted[] {
  const extracted: Extracted[] = [];
  for (const handler of handlers) {
    if (handler.enabled !== false) extracted.push(extract(handler, view, guard));
  }
  return extracted;
}

function extract({ name, source, path }: HttpDataHandler, view: ResponseView, guard: EvaluationGuard): Extracted {
  let reading: Reading;
  try {
    const costly = source === 'jsonPath' ? isCostlyJsonPath(path) : source === 'xpath' && isCostlyXPath(path);
    reading = costly ? guard(() => readers[source](path, view)) : readers[source](path, view);
  } catch (error) {
    reading = { problem: error instanceof Error ? error.message : String(error) };
  }
  if ('value' in reading) return { name, value: reading.value, found: true };
  return { name, value: '', found: false, message: `${name} was not set: ${reading.problem.replace(/\.$/, '')}.` };
}

function readHeader(path: string, view: ResponseView): Reading {
  const values = view.header(path);
  return values.length > 0 ? { value: values.join(', ') } : { problem: `the response has no header ${path}` };
}

function readCookie(path: string, view: ResponseView): Reading {
  const name = path.trim();
  for (const line of view.setCookies()) {
    const pair = line.split(';', 1)[0]!;
    const equals = pair.indexOf('=');
    if (equals > 0 && pair.slice(0, equals).trim() === name) return { value: unquote(pair.slice(equals + 1).trim()) };
  }
  return { problem: `the response sets no cookie ${name}` };
}

function readRegex(path: string, view: ResponseView): Reading {
  const value = findMatch(path, view.text());
  return value === undefined ? { problem: `nothing in the body matches ${path}` } : { value };
}

function readJsonPath(written: string, view: ResponseView): Reading {
  const path = written.trim();
  const json = view.json();
  if ('problem' in json) return { problem: json.problem };
  const { values } = queryJson(path, json.value);
  if (values.length === 0) {
    return { problem: `the path ${path} does not exist; ${nearestExistingPath(path, json.value)}` };
  }
  return { value: asText(values.length === 1 ? values[0] : values) };
}

function readXPath(path: string, view: ResponseView): Reading {
  const xml = view.xml();
  if ('problem' in xml) return { problem: xml.problem };
  const items = queryXml(path, xml.value);
  if (items.length === 0) return { problem: `the XPath ${path} finds nothing in the response` };
  return { value: items.length === 1 ? String(items[0]).trim() : JSON.stringify(items) };
}

function unquote(value: string): string {
  return value.length > 1 && value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value;
}
