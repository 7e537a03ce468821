import { isObject, type Json, objectAt, pretty, textAt, withMembers } from './json.ts';

/** Forms of a WebSocket message's content. */
export const messageForms = { body: 'Text', jsonBody: 'JSON', base64Body: 'Base64' } as const;

/** A message that a stub sends over a WebSocket, after a delay in milliseconds. */
export interface MessageRow {
  form: keyof typeof messageForms;
  text: string;
  delay: number;
}

const formNames = Object.keys(messageForms) as MessageRow['form'][];

/** messageRowsOf returns the messages of a conversation as rows. */
export const messageRowsOf = (conversation: Json): MessageRow[] =>
  (Array.isArray(conversation.messages) ? conversation.messages : []).filter(isObject).map((message) => {
    const form = formNames.find((name) => message[name] !== undefined) ?? 'body';
    const value = message[form] ?? '';
    const text = typeof value === 'string' && form !== 'jsonBody' ? value : pretty(value);
    return { form, text, delay: typeof message.delay === 'number' ? message.delay : 0 };
  });

/** withMessageRows sets the messages of a conversation. Invalid JSON is kept as text, so that no input is lost. */
export const withMessageRows = (conversation: Json, rows: readonly MessageRow[]): Json =>
  withMembers(conversation, {
    messages: rows.map(({ form, text, delay }) => ({ ...contentOf(form, text), ...(delay > 0 ? { delay } : {}) })),
  });

function contentOf(form: MessageRow['form'], text: string): Json {
  if (form !== 'jsonBody') return { [form]: text };
  try {
    return { jsonBody: JSON.parse(text) as unknown };
  } catch {
    return { body: text };
  }
}

/** Whether and how the mock ends a conversation. */
export interface Closing {
  isOn: boolean;
  code: number;
  reason: string;
}

/** closingOf reads how a conversation ends. */
export function closingOf(conversation: Json): Closing {
  const close = objectAt(conversation, 'close');
  const { code } = close;
  return {
    isOn: isObject(conversation.close),
    code: typeof code === 'number' ? code : 1000,
    reason: textAt(close, 'reason'),
  };
}

/** withClosing sets how a conversation ends. */
export const withClosing = (conversation: Json, { isOn, code, reason }: Closing): Json =>
  withMembers(conversation, { close: isOn ? withMembers({ code }, { reason }) : undefined });
