import type { HttpAssertion, Proof } from '../assertion.ts';
import type { Finding } from '../assertions/finding.ts';
import { parseExactJson } from '../exact-json.ts';
import { diffJson } from '../json-diff.ts';
import { locateValues, nearestKeys } from '../json-path.ts';
import type { ResponseView } from '../response-view.ts';
import { asText } from '../show.ts';
import { findXmlNodes } from '../xpath-query.ts';
import { countPlaces, type JsonKeys, keysOf, writeJsonLines } from './json-lines.ts';
import { excerpt, LineWindow } from './line-window.ts';
import { firstDifference, nearestPlace, placeOfText, type TextPlace, writeTextLines } from './text-lines.ts';
import { writeXmlLines } from './xml-lines.ts';

/** The parts of a failed finding that a proof uses. */
type Failure = Pick<Finding, 'failedAt' | 'faults'>;

/** Proven is the part of a response that proves a failure, and the line of each fault that has one. */
export interface Proven {
  proof: Proof;
  faultLines: (number | undefined)[];
}

const firstLines = 6;
const maxHeaders = 12;
const maxPlaces = 5;
/** Number of XPath prefixes that are tried. */
const maxTries = 10;

/**
 * prove returns the lines of a response that show why an assertion failed, with their place marked; undefined if no
 * line does. It throws the errors of the assertion's expression.
 */
export function prove(assertion: HttpAssertion, view: ResponseView, failure: Failure): Proven | undefined {
  switch (assertion.kind) {
    case 'status':
      return proven(statusLines(view));
    case 'header':
      return proven(headerLines(assertion, view));
    case 'responseTime':
    case 'size':
    case 'certificateDays':
      return undefined;
    default:
      return view.isBinary
        ? proven({ source: 'body', lines: [], note: 'The body is binary.' })
        : bodyLines(assertion, view, failure);
  }
}

function bodyLines(assertion: HttpAssertion, view: ResponseView, failure: Failure): Proven | undefined {
  if (view.text().trim() === '') return undefined;
  switch (assertion.kind) {
    case 'jsonPath':
    case 'jsonSchema':
      return inJson(view, (value) => keysInJson(assertion, value, failure));
    case 'xpath':
      return inXml(assertion, view, failure);
    case 'xsd':
      return inSchemaText(view, failure);
    default:
      return inBody(assertion, view, failure);
  }
}

const proven = (proof: Proof | undefined, faultLines: Proven['faultLines'] = []): Proven | undefined =>
  proof && { proof, faultLines };

function bodyProof(window: LineWindow, view: ResponseView): Proof {
  const note = view.isCut ? 'Only the beginning of the body was kept.' : undefined;
  return { source: 'body', lines: window.lines, ...(note !== undefined && { note }) };
}

/** The status line with the beginning of the body, where servers explain errors. */
function statusLines(view: ResponseView): Proof {
  const line = { text: ['HTTP', view.status, view.statusText].join(' ').trim(), isMarked: true as const };
  if (view.isBinary || view.text().trim() === '') return { source: 'response', lines: [line] };
  const { lines, ...body } = beginning(view);
  return { ...body, source: 'response', lines: [line, ...lines] };
}

function beginning(view: ResponseView): Proof {
  const window = new LineWindow({ marks: 0, first: firstLines });
  const json = view.json();
  if ('value' in json) writeJsonLines(json.value, [], window);
  else writeTextLines(view.text(), [], window);
  return bodyProof(window, view);
}

function headerLines({ path }: HttpAssertion, view: ResponseView): Proof | undefined {
  const wanted = path?.trim().toLowerCase() ?? '';
  const lines = view.headers.map(([name, value]) => ({
    text: excerpt(`${name}: ${value}`),
    ...(name.toLowerCase() === wanted && { isMarked: true as const }),
  }));
  if (lines.length === 0) return undefined;
  const marked = lines.filter(({ isMarked }) => isMarked);
  return { source: 'headers', lines: (marked.length > 0 ? marked : lines).slice(0, maxHeaders) };
}

function inJson(view: ResponseView, find: (value: unknown) => JsonKeys[]): Proven | undefined {
  const json = view.json();
  if ('problem' in json) return proven(beginning(view));
  const places = find(json.value).slice(0, maxPlaces);
  if (places.length === 0) return proven(beginning(view));
  const window = new LineWindow({ marks: countPlaces(json.value, places) });
  const faultLines = writeJsonLines(json.value, places, window);
  return proven(bodyProof(window, view), faultLines);
}

function keysInJson(assertion: HttpAssertion, value: unknown, { failedAt, faults }: Failure): JsonKeys[] {
  const written = assertion.path?.trim() || '$';
  const found = locateValues(written, value);
  const [first] = found;
  if (first === undefined) return [nearestKeys(written, value)];
  if (failedAt !== undefined)
    return found.length > 1 ? [found[failedAt]?.keys ?? first.keys] : [[...first.keys, failedAt]];
  const below = (keys: JsonKeys) => [...first.keys, ...keys];
  if (faults?.length) return faults.map(({ keys }) => below(keys));
  const differing = assertion.operator === 'equals' && found.length === 1 ? keysThatDiffer(assertion, first.value) : [];
  return differing.length > 0 ? differing.map(below) : found.map(({ keys }) => keys);
}

/** Keys where a list or an object differs from the expected one. */
function keysThatDiffer({ expected }: HttpAssertion, actual: unknown): JsonKeys[] {
  if (actual === null || typeof actual !== 'object') return [];
  let value = expected;
  try {
    if (typeof expected === 'string') value = parseExactJson(expected);
  } catch {
    return [];
  }
  if (value === null || typeof value !== 'object') return [];
  return diffJson(value, actual, maxPlaces).map(({ path }) => keysOf(path));
}

function inXml({ path = '' }: HttpAssertion, view: ResponseView, { failedAt }: Failure): Proven | undefined {
  const xml = view.xml();
  if ('problem' in xml) return proven(beginning(view));
  const found = nearestNodes(path.trim(), (shorter) => findXmlNodes(shorter, xml.value));
  const chosen = failedAt === undefined ? found.slice(0, maxPlaces) : found.slice(failedAt, failedAt + 1);
  const window = new LineWindow({ marks: chosen.length, ...(chosen.length === 0 && { first: firstLines }) });
  writeXmlLines(xml.value, new Set(chosen), window);
  // The line numbers are of the document as formatted here, which may differ from the body.
  const lines = window.lines.map(({ number: _number, ...line }) => line);
  return proven({ ...bodyProof(window, view), lines });
}

/** Nodes found by the path, or by its longest prefix that finds any. */
function nearestNodes(path: string, find: (path: string) => unknown[]): unknown[] {
  let shorter = path;
  for (let tries = 0; tries < maxTries && shorter !== '' && shorter !== '/'; tries += 1) {
    try {
      const found = find(shorter);
      if (found.length > 0) return found.slice(0, shorter === path ? undefined : 1);
    } catch {
      // A prefix of a path may not be a valid path.
    }
    const end = shorter.lastIndexOf('/');
    shorter = end <= 0 ? '' : shorter.slice(0, end);
  }
  return [];
}

function inSchemaText(view: ResponseView, { faults = [] }: Failure): Proven | undefined {
  const text = view
    .text()
    .replace(/^\uFEFF/, '')
    .trimStart();
  const lines = faults.map(({ line }) => line);
  const places = [...new Set(lines)].flatMap((line) => (line === undefined ? [] : [{ line: line - 1, at: 0 }]));
  return proven(textProof(text, places.slice(0, maxPlaces), view), lines);
}

function inBody(assertion: HttpAssertion, view: ResponseView, failure: Failure): Proven | undefined {
  const { operator, expected } = assertion;
  const text = view.text();
  const wanted = asText(expected);
  const json = view.json();
  switch (operator) {
    case 'equals':
    case 'equalsIgnoringOrder': {
      const keys = operator === 'equals' && 'value' in json ? keysThatDiffer(assertion, json.value) : [];
      if (keys.length > 0) return inJson(view, () => keys);
      return proven(textProof(text, listOf(firstDifference(text, wanted)), view));
    }
    case 'notContains':
      return proven(textProof(text, listOf(placeOfText(text, wanted)), view));
    case 'contains':
    case 'matches': {
      const shown = readable(text, json);
      return proven(textProof(shown, listOf(nearestPlace(shown, wanted)), view));
    }
    case 'each':
    case 'schema':
      return inJson(view, (value) => keysInJson({ ...assertion, path: '$' }, value, failure));
    default:
      return proven(beginning(view));
  }
}

/** JSON on a single line is easier to read when indented. */
const readable = (text: string, json: ReturnType<ResponseView['json']>): string =>
  'value' in json && !text.trim().includes('\n') && !/\d{16}/.test(text) ? JSON.stringify(json.value, null, 2) : text;

const listOf = (place: TextPlace | undefined): TextPlace[] => (place ? [place] : []);

function textProof(text: string, places: readonly TextPlace[], view: ResponseView): Proof {
  const window = new LineWindow({ marks: places.length, ...(places.length === 0 && { first: firstLines }) });
  writeTextLines(text, places, window);
  return bodyProof(window, view);
}
