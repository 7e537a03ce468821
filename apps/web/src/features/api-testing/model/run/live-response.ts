import { createEventParser } from '@touchstone/contracts';
import type { LiveEvent, LiveHead, ScriptInput, StepDetail } from '@touchstone/contracts/api-testing';

/** LiveResponse is an event stream that is still open, as far as it has come. */
export interface LiveResponse {
  head: LiveHead;
  /** The latest ones. */
  events: LiveEvent[];
  /** How many came. */
  count: number;
}

/** Events that the page shows; earlier ones are left out. */
export const shownEvents = 500;

/** withEvent adds an event; beyond the limit the earliest goes. */
export const withEvent = ({ head, events, count }: LiveResponse, event: LiveEvent): LiveResponse => ({
  head,
  events: [...events, event].slice(-shownEvents),
  count: count + 1,
});

/** eventsOf reads the events of a body. */
export function eventsOf(text: string): { events: LiveEvent[]; count: number } {
  const events: LiveEvent[] = [];
  createEventParser(({ id, event, data }) => events.push({ ...(id === undefined ? {} : { id }), event, data }))(text);
  return { events: events.slice(-shownEvents), count: events.length };
}

const linesOf = ({ id, event, data }: LiveEvent): string =>
  [
    ...(id === undefined ? [] : [`id: ${id}`]),
    ...(event === 'message' ? [] : [`event: ${event}`]),
    ...data.split('\n').map((line) => `data: ${line}`),
    '',
    '',
  ].join('\n');

/** stoppedDetail is what came of a stream that the server did not end in time, as a response to look at. */
export function stoppedDetail(
  { head: { streamId: _, ...head }, events, count }: LiveResponse,
  { method, url, scriptName }: ScriptInput,
): StepDetail {
  const text = events.map(linesOf).join('');
  return {
    stepId: 'stopped',
    index: 0,
    name: scriptName,
    suiteId: null,
    suiteName: '',
    scriptId: null,
    method,
    url,
    status: 'cancelled',
    statusCode: head.status,
    durationMs: null,
    assertionsPassed: 0,
    assertionsFailed: 0,
    message: null,
    attempt: 1,
    startedAt: new Date().toISOString(),
    exchange: {
      request: { method, url, headers: [] },
      response: {
        ...head,
        body: { text, contentType: 'text/event-stream', sizeBytes: text.length, truncated: count > events.length },
      },
      redirects: [],
    },
    assertions: [],
    extracted: [],
    unresolved: [],
    error: null,
  };
}
