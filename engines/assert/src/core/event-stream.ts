import { parseExactJson } from './exact-json.ts';

/** ServerEvent is one event of an event stream; JSON in `data` is parsed. */
export interface ServerEvent {
  event: string;
  data: unknown;
  id?: string;
}

/** isEventStream returns whether a content type is that of server-sent events. */
export function isEventStream(contentType: string | undefined): boolean {
  return /^\s*text\/event-stream\b/i.test(contentType ?? '');
}

/**
 * parseEventStream parses the complete events of a stream (HTML, server-sent events §9.2.6); an incomplete last one is
 * left out.
 */
export function parseEventStream(text: string): ServerEvent[] {
  const events: ServerEvent[] = [];
  let fields = emptyFields();
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  // Text after the last line break isn't a line yet.
  for (const line of lines.slice(0, -1)) {
    if (line === '') {
      if (fields.data.length > 0) events.push(toEvent(fields));
      fields = { ...emptyFields(), id: fields.id };
      continue;
    }
    const colon = line.indexOf(':');
    const name = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === 'data') fields.data.push(value);
    else if (name === 'event') fields.event = value;
    else if (name === 'id' && !value.includes('\0')) fields.id = value;
  }
  return events;
}

interface Fields {
  event: string;
  data: string[];
  id: string | undefined;
}

function emptyFields(): Fields {
  return { event: '', data: [], id: undefined };
}

function toEvent({ event, data, id }: Fields): ServerEvent {
  const text = data.join('\n');
  let value: unknown = text;
  try {
    value = parseExactJson(text);
  } catch {
    // Most streams send JSON, but any text may be an event.
  }
  return { event: event || 'message', data: value, ...(id === undefined ? {} : { id }) };
}
