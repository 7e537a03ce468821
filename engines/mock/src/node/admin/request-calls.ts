import type { JournalEntry } from '../../core/journal/journal.ts';
import { distanceOf } from '../../core/journal/near-miss.ts';
import type { RequestMatcher } from '../../core/match/request-matcher.ts';
import { RequestView } from '../../core/request/request-view.ts';
import { type AdminCall, AdminError, type AdminRoute } from './admin-call.ts';
import { metadataMatcher } from './mapping-calls.ts';
import { eventOf, loggedOf, nearMissOf, pageOf, requestOf } from './wire-shapes.ts';

/** requestCalls are the calls on the journal and on near misses. */
export const requestCalls: AdminRoute[] = [
  [
    'GET',
    '/requests',
    (call) => {
      const { request, engine } = call;
      let entries = engine.journal.list();
      const [since] = request.query('since');
      const [stub] = request.query('matchingStub');
      if (request.query('unmatched')[0] === 'true') entries = entries.filter(({ by }) => by === 'none');
      if (stub !== undefined) entries = entries.filter((entry) => entry.stub?.id === stub);
      if (since !== undefined) {
        const from = Date.parse(since);
        if (Number.isNaN(from)) throw new AdminError(400, `“${since}” is not a valid ISO8601 date.`);
        entries = entries.filter(({ at }) => at > from);
      }
      return {
        value: {
          requests: pageOf(entries, request).map((entry) => eventOf(entry, call)),
          meta: { total: entries.length },
          requestJournalDisabled: engine.journal.limit === 0,
        },
      };
    },
  ],
  [
    'DELETE',
    '/requests',
    ({ engine }) => {
      engine.journal.clear();
      return {};
    },
  ],
  [
    'POST',
    '/requests/reset',
    ({ engine }) => {
      engine.journal.clear();
      return {};
    },
  ],
  [
    'POST',
    '/requests/count',
    (call) => ({
      value: { count: found(call).length, requestJournalDisabled: call.engine.journal.limit === 0 },
    }),
  ],
  [
    'POST',
    '/requests/find',
    (call) => ({
      value: { requests: found(call).map(loggedOf), requestJournalDisabled: call.engine.journal.limit === 0 },
    }),
  ],
  [
    'POST',
    '/requests/remove',
    (call) => {
      const matcher = matcherOf(call);
      const removed = call.engine.journal.remove(({ request }) => matcher.test(request));
      return { value: { serveEvents: removed.map((entry) => eventOf(entry, call)) } };
    },
  ],
  [
    'POST',
    '/requests/remove-by-metadata',
    (call) => {
      const matches = metadataMatcher(call);
      const removed = call.engine.journal.remove(({ stub }) => matches(stub));
      return { value: { serveEvents: removed.map((entry) => eventOf(entry, call)) } };
    },
  ],
  [
    'GET',
    '/requests/unmatched',
    ({ engine }) => ({
      value: {
        requests: engine.journal.unmatched().map(loggedOf),
        requestJournalDisabled: engine.journal.limit === 0,
      },
    }),
  ],
  [
    'GET',
    '/requests/unmatched/near-misses',
    (call) => ({
      value: {
        nearMisses: call.engine.journal
          .unmatched()
          .slice(0, 50)
          .flatMap((entry) =>
            call.engine.nearMisses(entry.request, 3).map((miss) => nearMissOf(miss, loggedOf(entry), call)),
          ),
      },
    }),
  ],
  ['GET', '/requests/{id}', (call) => ({ value: eventOf(entryOf(call), call) })],
  [
    'DELETE',
    '/requests/{id}',
    ({ engine, path }) => {
      engine.journal.remove(({ id }) => id === path.id);
      return {};
    },
  ],
  [
    'POST',
    '/near-misses/request',
    (call) => {
      const view = new RequestView(requestOf(call.body()));
      return {
        value: { nearMisses: call.engine.nearMisses(view, 3).map((miss) => nearMissOf(miss, call.body(), call)) },
      };
    },
  ],
  [
    'POST',
    '/near-misses/request-pattern',
    (call) => {
      const matcher = matcherOf(call);
      const near = call.engine.journal
        .list()
        .slice(0, 1000)
        .map((entry) => ({ entry, distance: distanceOf(matcher, entry.request) }))
        .sort((a, b) => a.distance - b.distance)
        .slice(0, 3)
        .map(({ entry, distance }) => ({
          request: loggedOf(entry),
          requestPattern: call.body(),
          matchResult: { distance },
        }));
      return { value: { nearMisses: near } };
    },
  ],
];

function matcherOf(call: AdminCall): RequestMatcher {
  const { matcher, problems } = call.engine.compile(call.body());
  const [first] = problems;
  if (first !== undefined) throw new AdminError(422, `${first.path}: ${first.message}`);
  return matcher;
}

const found = (call: AdminCall): JournalEntry[] => call.engine.journal.find(matcherOf(call));

function entryOf({ engine, path }: AdminCall): JournalEntry {
  const entry = engine.journal.get(path.id ?? '');
  if (entry === undefined) throw new AdminError(404, `The journal has no request ${path.id}.`);
  return entry;
}
