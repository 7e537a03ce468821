/** EarlyCall was sent while the scripts of the page were still coming. */
export interface EarlyCall {
  method: string;
  url: string;
  headers: Record<string, string>;
  /** Text of the form or document that was sent. */
  body?: string | undefined;
  sentAtMs: number;
  answer: Promise<Response>;
}

declare global {
  /** Calls of the document that nothing has taken yet. */
  var touchstoneEarlyCalls: EarlyCall[] | undefined;
}

/** The page's own cache holds an answer that long for fresh. */
const freshMs = 30_000;
/** A page has asked for what it begins with by then; an answer that nothing took must not stand in for a later one. */
const takenWithinMs = 5000;
let firstTakenAtMs: number | undefined;
/** What the page has asked for before it was sent early: that answer would be older than the page's own. */
const askedByPage: { url: string; init: RequestInit }[] = [];

const isSame = (call: EarlyCall, url: string, { method = 'GET', headers, body }: RequestInit) => {
  const sent = new Headers(headers);
  return (
    call.url === url &&
    call.method === method &&
    call.body === (body == null ? undefined : String(body)) &&
    Object.entries(call.headers).every(([name, value]) => sent.get(name) === value)
  );
};

/** takeEarlyCall gives the answer of the same call, once, where it was sent early and is still fresh. */
export function takeEarlyCall(url: string, init: RequestInit = {}, nowMs = Date.now()): Promise<Response> | undefined {
  const calls = globalThis.touchstoneEarlyCalls;
  if (!calls) return undefined;
  firstTakenAtMs ??= nowMs;
  if (nowMs - firstTakenAtMs > takenWithinMs) {
    calls.length = 0;
    askedByPage.length = 0;
    return undefined;
  }
  const index = calls.findIndex((call) => isSame(call, url, init));
  const [call] = index < 0 ? [] : calls.splice(index, 1);
  const isFirst = !askedByPage.some((asked) => call !== undefined && isSame(call, asked.url, asked.init));
  askedByPage.push({ url, init });
  return call && isFirst && nowMs - call.sentAtMs < freshMs ? call.answer : undefined;
}

/** fetchEarly is fetch, answered by an early call where there is one; one that got no answer is sent again. */
export const fetchEarly: typeof fetch = (input, init) => {
  const early = typeof input === 'string' ? takeEarlyCall(input, init) : undefined;
  return early === undefined ? fetch(input, init) : early.catch(() => fetch(input, init));
};
