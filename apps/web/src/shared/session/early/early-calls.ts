/** EarlyCall is a call sent while the page's scripts were still loading. */
export interface EarlyCall {
  method: string;
  url: string;
  headers: Record<string, string>;
  /** Body of the form or document that was sent. */
  body?: string | undefined;
  sentAtMs: number;
  answer: Promise<Response>;
}

declare global {
  /** The document's calls that nothing has taken yet. */
  var touchstoneEarlyCalls: EarlyCall[] | undefined;
}

/** How long the page's own cache treats a response as fresh. */
const freshMs = 30_000;
/** By then the page has made its initial calls; an untaken response must not stand in for a later one. */
const takenWithinMs = 5000;
let firstTakenAtMs: number | undefined;
/** Calls that the page made before they were sent early: the early response would be older than the page's own. */
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

/** takeEarlyCall returns the response of the same early call, once, if it is still fresh. */
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

/** fetch that takes the response of an early call if there is one; a failed early call is sent again. */
export const fetchEarly: typeof fetch = (input, init) => {
  const early = typeof input === 'string' ? takeEarlyCall(input, init) : undefined;
  return early === undefined ? fetch(input, init) : early.catch(() => fetch(input, init));
};
