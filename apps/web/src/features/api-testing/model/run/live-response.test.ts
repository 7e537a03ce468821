import type { LiveEvent } from '@touchstone/contracts/api-testing';
import { expect, test } from 'vitest';
import { newScript } from '../editor/script-draft.ts';
import { eventsOf, type LiveResponse, shownEvents, stoppedDetail, withEvent } from './live-response.ts';

const head = { streamId: 's', status: 200, statusText: 'OK', httpVersion: '1.1', headers: [] };
const event = (data: string, rest: Partial<LiveEvent> = {}): LiveEvent => ({ event: 'message', data, ...rest });

test('keeps the latest events and counts all', () => {
  let live: LiveResponse = { head, events: [], count: 0 };
  for (let index = 0; index < shownEvents + 2; index += 1) live = withEvent(live, event(String(index)));
  expect([live.events.length, live.events[0]?.data, live.count]).toEqual([shownEvents, '2', shownEvents + 2]);
});

test('a stopped stream becomes a response with the events received so far', () => {
  const events = [event('a\nb'), event('{"n":1}', { id: '7', event: 'tick' })];
  const detail = stoppedDetail({ head, events, count: 3 }, { ...newScript('Prices'), url: 'https://a.test' });
  expect(detail).toMatchObject({ status: 'cancelled', statusCode: 200, name: 'Prices' });
  expect(detail.exchange?.response?.body.truncated).toBe(true);
  expect(eventsOf(detail.exchange?.response?.body.text ?? '')).toEqual({ events, count: 2 });
});
