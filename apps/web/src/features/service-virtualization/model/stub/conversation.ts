import { isObject, type Json, objectAt, pretty, textAt, withMembers } from './json.ts';

/** How a message of a WebSocket gives its content. */
export const messageForms = { body: 'Text', jsonBody: 'JSON', base64Body: 'Base64' } as const;

/** One message that a stub sends over a WebSocket, after a delay in milliseconds. */
export interface MessageRow {
  form: keyof typeof messageForms;
  text: string;
  delay: number;
}

const formNames = Object.keys(messageForms) as MessageRow['form'][];

/** messageRowsOf shows the messages of a conversation. */
export const messageRowsOf = (conversation: Json): MessageRow[] =>
  (Array.isArray(conversation.messages) ? conversation.messages : []).filter(isObject).map((message) => {
    const form = formNames.find((name) => message[name] !== undefined) ?? 'body';
    const value = message[form] ?? '';
    const text = typeof value === 'string' && form !== 'jsonBody' ? value : pretty(value);
    return { form, text, delay: typeof message.delay === 'number' ? message.delay : 0 };
  });

/** withMessageRows writes the messages of a conversation. Text that is no JSON yet is kept as text, so that nothing typed is lost. */
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

/** Whether a conversation is ended by the mock, and how. */
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

/** withClosing writes how a conversation ends. */
export const withClosing = (conversation: Json, { isOn, code, reason }: Closing): Json =>
  withMembers(conversation, { close: isOn ? withMembers({ code }, { reason }) : undefined });
