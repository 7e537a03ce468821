import { describe, expect, test } from 'vitest';
import { mockRequest } from '../../testing/request.ts';
import { plainAnswer } from '../answer/mock-answer.ts';
import { MockEngine } from '../engine/mock-engine.ts';
import { RequestView } from '../request/request-view.ts';
import { Journal, type JournalEntry, judgeCount, verifyCount, verifyOrder } from './journal.ts';

const entryOf = (id: string, change: Partial<JournalEntry> = {}): Omit<JournalEntry, 'number'> => ({
  id,
  at: 0,
  request: new RequestView(mockRequest({ url: `/${id}` })),
  stub: undefined,
  by: 'stub',
  answer: plainAnswer(200, ''),
  scope: '',
  scenario: undefined,
  violations: [],
  notes: [],
  ...change,
});
const journalOf = (limit: number, ...ids: string[]) => {
  const journal = new Journal(limit);
  for (const id of ids) journal.add(entryOf(id));
  return journal;
};
const idsOf = (entries: readonly JournalEntry[]) => entries.map(({ id }) => id).join('');
/** A matcher for a path, for searching the journal. */
const matcherOf = (path: string) => {
  const engine = new MockEngine();
  engine.put({ id: 's', request: { urlPath: path }, response: {} });
  return engine.index.get('s')!.matcher;
};

describe('a journal', () => {
  test.each([
    [3, 'abcde', 'edc'],
    [5, 'abcde', 'edcba'],
    [9, 'ab', 'ba'],
    [0, 'ab', ''],
  ])('with a limit of %i and requests to %s keeps the last ones, newest first: %s', (limit, given, kept) => {
    const journal = journalOf(limit, ...given);
    expect(idsOf(journal.list())).toBe(kept);
    expect([journal.size, journal.seen]).toEqual([kept.length, given.length]);
    expect(journal.list()[0]?.number).toBe(kept === '' ? undefined : given.length);
  });

  test.each([
    [2, 'dc', 'ex'],
    [9, 'dcb', 'exdcb'],
    [0, '', ''],
  ])('set to keep %i of three keeps %s, and continues', (limit, kept, later) => {
    const journal = journalOf(3, ...'abcd');
    journal.limit = limit;
    expect([idsOf(journal.list()), journal.limit]).toEqual([kept, limit]);
    journal.add(entryOf('x'));
    journal.add(entryOf('e'));
    expect(idsOf(journal.list())).toBe(later);
  });

  test('finds by id, by pattern and requests that no stub answered', () => {
    const journal = journalOf(9, 'a', 'b');
    journal.add(entryOf('c', { by: 'none' }));
    expect([journal.get('a')?.id, journal.get('x')]).toEqual(['a', undefined]);
    expect(idsOf(journal.find(matcherOf('/b')))).toBe('b');
    expect(idsOf(journal.unmatched())).toBe('c');
  });

  test('returns the entries it removes, and keeps the rest in order', () => {
    const journal = journalOf(4, ...'abcde');
    expect(idsOf(journal.remove(({ id }) => 'bd'.includes(id)))).toBe('db');
    expect([idsOf(journal.list()), journal.size]).toEqual(['ec', 2]);
    journal.add(entryOf('f'));
    expect(idsOf(journal.list())).toBe('fec');
    journal.clear();
    expect([idsOf(journal.list()), journal.size, journal.seen]).toEqual(['', 0, 6]);
  });

  test('notifies listeners of each request until they unsubscribe', () => {
    const journal = journalOf(0);
    const received: string[] = [];
    const stop = journal.listen(({ id, number }) => received.push(`${id}${number}`));
    journal.add(entryOf('a'));
    stop();
    journal.add(entryOf('b'));
    expect(received).toEqual(['a1']);
  });

  test('keeps 64 MB of bodies, and always the last request', () => {
    const mega = 1024 * 1024;
    const large = (id: string, megabytes: number) =>
      entryOf(id, {
        request: new RequestView(mockRequest({ body: new Uint8Array((megabytes * mega) / 2) })),
        answer: { ...plainAnswer(200, ''), body: new Uint8Array((megabytes * mega) / 2) },
      });
    const journal = new Journal(9);
    for (const id of 'abc') journal.add(large(id, 20));
    expect(idsOf(journal.list())).toBe('cba');
    journal.add(large('d', 4));
    expect(idsOf(journal.list())).toBe('dcba');
    journal.add(large('e', 2));
    expect(idsOf(journal.list())).toBe('edcb');
    journal.add(large('f', 80));
    expect(idsOf(journal.list())).toBe('f');
  });
});

test.each([
  [{ exactly: 2 }, 2, true, 'Expected exactly 2 requests, got 2.'],
  [{ exactly: 2 }, 3, false, 'Expected exactly 2 requests, got 3.'],
  [{ atLeast: 2 }, 2, true, 'Expected at least 2 requests, got 2.'],
  [{ atLeast: 2 }, 1, false, 'Expected at least 2 requests, got 1.'],
  [{ atMost: 2 }, 2, true, 'Expected at most 2 requests, got 2.'],
  [{ atMost: 2 }, 3, false, 'Expected at most 2 requests, got 3.'],
  [{ atLeast: 1, atMost: 2 }, 0, false, 'Expected at least 1 and at most 2 requests, got 0.'],
  [{}, 7, true, 'Expected any number of requests, got 7.'],
])('with %j, %i requests pass: %s', (expected, count, passed, message) => {
  expect(judgeCount(count, expected)).toEqual({ passed, count, message });
  const journal = journalOf(9, ...Array.from({ length: count }, () => 'a'), 'b');
  expect(verifyCount(journal, matcherOf('/a'), expected)).toEqual({ passed, count, message });
});

test.each([
  ['', true, 0, '0 requests came in this order.'],
  ['ac', true, 2, '2 requests came in this order.'],
  ['aa', false, 1, 'No request matches pattern 2 after request 1.'],
  ['ca', false, 1, 'No request matches pattern 2 after request 1.'],
  ['x', false, 0, 'No request matches pattern 1.'],
  ['abcd', false, 3, 'No request matches pattern 4 after request 3.'],
])('the requests a, b and c arrived in this order: %s', (order, passed, count, message) => {
  const matchers = [...order].map((id) => matcherOf(`/${id}`));
  expect(verifyOrder(journalOf(9, 'a', 'b', 'c'), matchers)).toEqual({ passed, count, message });
});
