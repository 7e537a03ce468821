import { boundedDetail, type StepDetail } from '@touchstone/contracts/api-testing';

/** Send is a request sent from a tab, with the server's response; secrets are masked. */
export interface Send {
  at: string;
  detail: StepDetail;
}

const prefix = 'touchstone.sends:';
const maxSends = 20;
const maxScripts = 30;
const longestBody = 32_000;

/** sendsOf returns the user's last sends of a script in this window, newest first. */
export function sendsOf(storage: Storage, userId: string, scriptId: string): Send[] {
  try {
    const sends: unknown = JSON.parse(storage.getItem(`${prefix}${userId}:${scriptId}`) ?? '[]');
    return Array.isArray(sends) ? sends : [];
  } catch {
    return [];
  }
}

/** rememberSend prepends a send; the oldest are dropped if there are too many, or no more room. */
export function rememberSend(storage: Storage, userId: string, scriptId: string, send: Send): Send[] {
  const key = `${prefix}${userId}:${scriptId}`;
  let sends = [
    { ...send, detail: boundedDetail(send.detail, longestBody) },
    ...sendsOf(storage, userId, scriptId),
  ].slice(0, maxSends);
  makeRoom(storage, key);
  for (; sends.length > 0; sends = sends.slice(0, Math.floor(sends.length / 2))) {
    try {
      storage.setItem(key, JSON.stringify(sends));
      return sends;
    } catch {
      // Storage is full: half as many may fit.
    }
  }
  storage.removeItem(key);
  return [];
}

/** Forgets the least recently sent scripts first. */
function makeRoom(storage: Storage, key: string): void {
  const others = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '').filter(
    (each) => each.startsWith(prefix) && each !== key,
  );
  const newest = (each: string) => /"at":"([^"]*)"/.exec(storage.getItem(each) ?? '')?.[1] ?? '';
  const oldestFirst = others.sort((left, right) => newest(left).localeCompare(newest(right)));
  for (const each of oldestFirst.slice(0, Math.max(0, others.length + 1 - maxScripts))) storage.removeItem(each);
}

/** moveSends moves a tab's sends to its script after the first save. */
export function moveSends(storage: Storage, userId: string, from: string, to: string): void {
  const sends = storage.getItem(`${prefix}${userId}:${from}`);
  if (sends === null || from === to) return;
  storage.removeItem(`${prefix}${userId}:${from}`);
  storage.setItem(`${prefix}${userId}:${to}`, sends);
}
