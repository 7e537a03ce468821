import type { MockProblem } from '../stub.ts';
import { templateFunctionNames } from '../template/evaluate-template.ts';

const known = new Set([...templateFunctionNames, 'else', 'this', 'request', 'parameters', 'state']);
const quoted = String.raw`\s+(?:'([^']*)'|"([^"]*)")`;
const call = (name: string) =>
  new RegExp(String.raw`(\{\{\{?|\()\s*${name}(?:${quoted})?(?:${quoted})?\s*(\}\}\}?|\))`, 'g');

const paths: Record<string, (name: string) => string> = {
  urlParam: (name) => `request.path.${name}`,
  queryParam: (name) => `request.query.${segment(name)}`,
  header: (name) => `request.headers.${segment(name)}`,
  cookie: (name) => `request.cookies.${segment(name)}`,
};
const segment = (name: string): string => (/^\w+$/.test(name) ? name : `[${name}]`);

const simple: [pattern: RegExp, replacement: string][] = [
  [/\{\{\s*(?:uuid|guid|objectId)\s*\}\}/g, "{{randomValue type='UUID'}}"],
  [/\{\{\s*method\s*\}\}/g, '{{request.method}}'],
  [/\{\{\s*hostname\s*\}\}/g, '{{request.host}}'],
  [/\{\{\s*ip\s*\}\}/g, '{{request.clientIp}}'],
  [/\{\{\s*int\s+(-?\d+)\s+(-?\d+)\s*\}\}/g, '{{randomInt lower=$1 upper=$2}}'],
  [/\{\{\s*float\s+(-?[\d.]+)\s+(-?[\d.]+)\s*\}\}/g, '{{randomDecimal lower=$1 upper=$2}}'],
  [/\{\{\s*boolean\s*\}\}/g, "{{pickRandom 'true' 'false'}}"],
  [/\{\{\s*oneOf\s+\(array\s+([^)]*)\)\s*\}\}/g, '{{pickRandom $1}}'],
  [/\{\{\s*now\s+'([^']*)'\s*\}\}/g, "{{now format='$1'}}"],
  [/\{\{\s*(firstName|lastName)\s*\}\}/g, "{{faker 'person.$1'}}"],
  [/\{\{\s*email\s*\}\}/g, "{{faker 'internet.email'}}"],
];

/**
 * mockoonTemplate converts a Mockoon template to the functions available in stubs; anything without a counterpart is
 * reported as a problem.
 */
export function mockoonTemplate(text: string, place: string, problems: MockProblem[]): string {
  if (!text.includes('{{')) return text;
  let result = text;
  for (const [name, path] of Object.entries(paths))
    result = result.replace(
      call(name),
      (_, open: string, a?: string, b?: string, c?: string, d?: string, close = '') => {
        const otherwise = c ?? d;
        const read = path(a ?? b ?? '');
        return otherwise === undefined ? `${open}${read}${close}` : `${open}val ${read} or='${otherwise}'${close}`;
      },
    );
  result = result.replace(
    call('body'),
    (_, open: string, a?: string, b?: string, c?: string, d?: string, close = '') => {
      const path = a ?? b;
      if (path === undefined) return `${open}request.body${close}`;
      const otherwise = c ?? d;
      const jsonPath = path.startsWith('$') ? path : `$.${path.replace(/\.(\d+)(?=\.|$)/g, '[$1]')}`;
      return `${open}jsonPath request.body '${jsonPath}'${otherwise === undefined ? '' : ` default='${otherwise}'`}${close}`;
    },
  );
  for (const [pattern, replacement] of simple) result = result.replace(pattern, replacement);
  for (const [, name = ''] of result.matchAll(/\{\{\{?[#/~]*\s*([A-Za-z]\w*)/g))
    if (!known.has(name)) {
      problems.push({ path: place, message: `The function ${name} of Mockoon's templates is not supported.` });
      break;
    }
  return result;
}
