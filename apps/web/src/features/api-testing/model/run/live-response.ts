import { createEventParser } from '@touchstone/contracts';
import type { LiveEvent, LiveHead, ScriptInput, StepDetail } from '@touchstone/contracts/api-testing';

/** LiveResponse is an open event stream, as received so far. */
export interface LiveResponse {
  head: LiveHead;
  /** The latest events. */
  events: LiveEvent[];
  /** Total number of events. */
  count: number;
}

/** Maximum number of events that the page shows; earlier ones are dropped. */
export const shownEvents = 500;

/** withEvent adds an event; beyond the limit the earliest is dropped. */
export const withEvent = ({ head, events, count }: LiveResponse, event: LiveEvent): LiveResponse => ({
  head,
  events: [...events, event].slice(-shownEvents),
  count: count + 1,
});

/** eventsOf parses the events of a body. */
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

/** stoppedDetail returns what was received of a stream that the server didn't end in time, as a response. */
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
