import type { RequestView } from '../request/request-view.ts';
import type { ResourceItem } from './resource.ts';

const controls = new Set(['page', 'limit', 'offset', 'size', 'per_page', 'sort', 'order', 'search', 'q']);
const pageLimit = 1000;

type Test = (value: unknown, wanted: string) => boolean;
const text = (value: unknown): string =>
  typeof value === 'object' ? (JSON.stringify(value) ?? '') : String(value ?? '');
const order = (value: unknown, wanted: string): number => {
  const [a, b] = [Number(text(value)), Number(wanted)];
  if (!Number.isNaN(a) && !Number.isNaN(b)) return a - b;
  return text(value) < wanted ? -1 : text(value) > wanted ? 1 : 0;
};

/** Filters by suffix of a parameter's name, as in Mockoon and json-server. */
const tests: Record<string, Test> = {
  eq: (value, wanted) => text(value) === wanted,
  ne: (value, wanted) => text(value) !== wanted,
  gt: (value, wanted) => order(value, wanted) > 0,
  gte: (value, wanted) => order(value, wanted) >= 0,
  lt: (value, wanted) => order(value, wanted) < 0,
  lte: (value, wanted) => order(value, wanted) <= 0,
  like: (value, wanted) => text(value).toLowerCase().includes(wanted.toLowerCase()),
  start: (value, wanted) => text(value).toLowerCase().startsWith(wanted.toLowerCase()),
  end: (value, wanted) => text(value).toLowerCase().endsWith(wanted.toLowerCase()),
};

/**
 * listItems filters, sorts and paginates records by a request's query:
 * `?status=sold&age_gte=3&sort=name&order=desc&page=2&limit=20`.
 */
export function listItems(items: ResourceItem[], request: RequestView): { items: ResourceItem[]; total: number } {
  let found = items;
  for (const [name, values] of request.allQuery) {
    if (controls.has(name)) continue;
    const ending = /^(.+)_(\w+)$/.exec(name);
    const isTest = ending !== null && Object.hasOwn(tests, ending[2]!);
    const member = isTest ? ending[1]! : name;
    const test = isTest ? tests[ending[2]!]! : tests.eq!;
    // A parameter that no record has as a member, such as a key, filters nothing.
    if (!items.some((item) => valueAt(item, member) !== undefined)) continue;
    found = found.filter((item) => values.some((value) => test(valueAt(item, member), value)));
  }
  const search = (request.query('search')[0] ?? request.query('q')[0] ?? '').toLowerCase();
  if (search !== '') found = found.filter((item) => JSON.stringify(item).toLowerCase().includes(search));
  found = sorted(found, request);
  const total = found.length;
  return { items: paged(found, request), total };
}

function valueAt(item: ResourceItem, member: string): unknown {
  let value: unknown = item;
  for (const key of member.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as ResourceItem)[key];
  }
  return value;
}

function sorted(items: ResourceItem[], request: RequestView): ResourceItem[] {
  const [given] = request.query('sort');
  if (given === undefined || given === '') return items;
  const isDescending = given.startsWith('-') || request.query('order')[0]?.toLowerCase() === 'desc';
  const key = given.replace(/^[-+]/, '');
  const result = items.toSorted((a, b) => order(valueAt(a, key), text(valueAt(b, key))));
  return isDescending ? result.reverse() : result;
}

function paged(items: ResourceItem[], request: RequestView): ResourceItem[] {
  const number = (...names: string[]) => {
    for (const name of names) {
      const value = Number(request.query(name)[0] || Number.NaN);
      if (Number.isInteger(value) && value >= 0) return value;
    }
    return undefined;
  };
  const size = Math.min(
    pageLimit,
    number('limit', 'size', 'per_page') ?? (number('page') === undefined ? pageLimit : 10),
  );
  const page = number('page');
  const start = number('offset') ?? (page === undefined ? 0 : Math.max(0, page - 1) * size);
  return items.slice(start, start + size);
}
