import { createEventParser } from '@touchstone/contracts';

/** A language model behind the widely supported chat API (`POST /chat/completions`, streamed). */
export interface ChatModel {
  url: string;
  model: string;
  key: string | undefined;
}

/** Maximum length of an answer, in characters. */
const maxCharacters = 20_000;
const timeoutMs = 60_000;

/** askModel yields a model's answer in pieces; throws if it is unreachable or refuses. */
export async function* askModel(
  { url, model, key }: ChatModel,
  messages: readonly { role: 'system' | 'user'; content: string }[],
  signal: AbortSignal,
): AsyncGenerator<string> {
  const response = await fetch(`${url.replace(/\/+$/, '')}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) },
    body: JSON.stringify({ model, messages, stream: true }),
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  });
  if (!response.ok || !response.body) throw new Error(`The model answered with status ${response.status}.`);
  const pieces: string[] = [];
  const parse = createEventParser(({ data }) => {
    if (data !== '[DONE]') pieces.push(pieceOf(data));
  });
  let length = 0;
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    parse(chunk);
    for (const piece of pieces.splice(0)) {
      length += piece.length;
      if (length > maxCharacters) return;
      if (piece !== '') yield piece;
    }
  }
}

function pieceOf(data: string): string {
  const event = JSON.parse(data) as { choices?: { delta?: { content?: unknown } }[] };
  const content = event.choices?.[0]?.delta?.content;
  return typeof content === 'string' ? content : '';
}
