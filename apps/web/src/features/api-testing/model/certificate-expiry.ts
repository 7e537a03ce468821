const dayMs = 86_400_000;
/** Certificates with fewer days left should be renewed. */
const warnDays = 30;

export interface Expiry {
  text: string;
  status: 'passed' | 'flaky' | 'failed';
}

/** expiryOf is in how many days a certificate expires, and how urgent that is. */
export function expiryOf({ notBefore, notAfter }: { notBefore: string; notAfter: string }, nowMs = Date.now()): Expiry {
  const days = Math.floor((Date.parse(notAfter) - nowMs) / dayMs);
  const count = (amount: number) => `${amount} ${amount === 1 ? 'day' : 'days'}`;
  if (Date.parse(notAfter) <= nowMs) {
    const ago = Math.floor((nowMs - Date.parse(notAfter)) / dayMs);
    return { text: ago === 0 ? 'Expired today' : `Expired ${count(ago)} ago`, status: 'failed' };
  }
  if (Date.parse(notBefore) > nowMs)
    return { text: `Valid in ${count(Math.ceil((Date.parse(notBefore) - nowMs) / dayMs))}`, status: 'flaky' };
  return { text: days === 0 ? 'Expires today' : `In ${count(days)}`, status: days <= warnDays ? 'flaky' : 'passed' };
}
