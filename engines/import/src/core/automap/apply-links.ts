import type { ImportedStep } from '../imported-collection.ts';
import type { AutomapLink } from './automap.ts';
import { parseJson } from './json-places.ts';

/**
 * applyLinks connects steps by links: the source step extracts a value as a variable, the target step uses that
 * variable.
 */
export function applyLinks(steps: readonly ImportedStep[], links: readonly AutomapLink[]): ImportedStep[] {
  const given = Map.groupBy(links, ({ from }) => from.stepId);
  const taken = Map.groupBy(links, ({ to }) => to.stepId);
  return steps.map((step) => taking(giving(step, given.get(step.id) ?? []), taken.get(step.id) ?? []));
}

function giving(step: ImportedStep, links: readonly AutomapLink[]): ImportedStep {
  const paths = new Map(links.map(({ variable, from }) => [variable, from.path]));
  const own = step.dataHandlers.filter(({ name }) => !paths.has(name));
  const added = [...paths].map(([name, path]) => ({ name, source: 'jsonPath' as const, path, enabled: true }));
  return added.length === 0 ? step : { ...step, dataHandlers: [...own, ...added] };
}

const reference = ({ variable }: AutomapLink): string => `{{${variable}}}`;

function taking(step: ImportedStep, links: readonly AutomapLink[]): ImportedStep {
  const ofBody = links.filter(({ to }) => to.in === 'body');
  const rest = links.filter(({ to }) => to.in !== 'body').reduce(placed, step);
  return ofBody.length === 0 || rest.body.type !== 'json'
    ? rest
    : { ...rest, body: { ...rest.body, content: inBody(rest.body.content, ofBody) } };
}

function placed(step: ImportedStep, link: AutomapLink): ImportedStep {
  const { name } = link.to;
  const value = reference(link);
  const row = <Row extends { key: string }>(rows: readonly Row[]) =>
    rows.map((one) => (one.key === name ? { ...one, value } : one));
  switch (link.to.in) {
    case 'path':
      return step.pathParams.some(({ key }) => key === name)
        ? { ...step, pathParams: row(step.pathParams) }
        : { ...step, pathParams: [...step.pathParams, { key: name, value, enabled: true }] };
    case 'query':
      return { ...step, queryParams: row(step.queryParams) };
    case 'header':
      return { ...step, headers: row(step.headers) };
    case 'url':
      return { ...step, url: withSegment(step.url, name, value) };
    default:
      return step.authentication.type === 'bearer'
        ? { ...step, authentication: { ...step.authentication, token: value } }
        : step;
  }
}

/** Replaces a segment of the path with a value. */
function withSegment(url: string, segment: string, value: string): string {
  const [address = '', ...rest] = url.split(/(?=[?#])/);
  const parts = address.split('/');
  const at = parts.lastIndexOf(segment);
  return at < 0 ? url : [parts.with(at, value).join('/'), ...rest].join('');
}

/**
 * Replaces values of a JSON body with variables. A number becomes a bare `{{variable}}`, so that a number is sent
 * again.
 */
function inBody(content: string, links: readonly AutomapLink[]): string {
  const root = { $: parseJson(content) };
  if (root.$ === undefined) return content;
  for (const link of links) {
    const steps = stepsOf(link.to.name);
    const last = steps.pop();
    let place: unknown = root.$;
    for (const step of steps) place = (place as Record<string, unknown> | undefined)?.[step];
    if (last === undefined || typeof place !== 'object' || place === null) continue;
    const holder = place as Record<string, unknown>;
    holder[last] = `${typeof holder[last] === 'number' ? numberMark : ''}${reference(link)}`;
  }
  // The mark is the only character of a variable that JSON escapes.
  return JSON.stringify(root.$, null, 2).replace(/"\\u0000(\{\{[^"{}]*\}\})"/g, '$1');
}

/** Precedes a variable that takes the place of a number; texts may use the same variable. */
const numberMark = '\u0000';

/** The members of a JSONPath that consists of names and indexes: `$.order["line items"][0]`. */
const stepsOf = (path: string): string[] =>
  [...path.matchAll(/\.([A-Za-z_]\w*)|\[("(?:[^"\\]|\\.)*"|\d+)\]/g)].map(([, member, other = '']) =>
    member === undefined ? String(JSON.parse(other)) : member,
  );
