import type { MockAnswer } from '@touchstone/engine-mock/core';

/** Cookies of the product itself: a mock neither sees nor sets them. */
const ownCookie = /^\s*(?:__Host-|__Secure-)?touchstone_/i;

type Headers = readonly (readonly [string, string])[];

/** withoutOwnCookies takes the product's own cookies out of a request. */
export function withoutOwnCookies(headers: Headers): Headers {
  if (
    !headers.some(([name, value]) => name.length === 6 && name.toLowerCase() === 'cookie' && /touchstone_/i.test(value))
  )
    return headers;
  return headers.flatMap(([name, value]): [string, string][] => {
    if (name.toLowerCase() !== 'cookie') return [[name, value]];
    const kept = value.split(';').filter((pair) => !ownCookie.test(pair));
    return kept.length === 0 ? [] : [[name, kept.join(';').trimStart()]];
  });
}

const confined = new WeakMap<MockAnswer, Map<string, MockAnswer>>();

/**
 * confinedAnswer makes an answer safe on the address of the product itself: what it holds runs in no page of the product (a sandbox of its
 * own), and its cookies stay below the address of the mock.
 */
function confinedAnswer(answer: MockAnswer, path: string): MockAnswer {
  const known = confined.get(answer);
  const before = known?.get(path);
  if (before) return before;
  const headers = answer.headers.flatMap(([name, value]): [string, string][] => {
    if (name.toLowerCase() !== 'set-cookie') return [[name, value]];
    return ownCookie.test(value) ? [] : [[name, confinedCookie(value, path)]];
  });
  headers.push(['Content-Security-Policy', 'sandbox'], ['X-Content-Type-Options', 'nosniff']);
  const made = { ...answer, headers };
  if (answer.isFixed) confined.set(answer, (known ?? new Map()).set(path, made));
  return made;
}

function confinedCookie(cookie: string, path: string): string {
  const [pair = '', ...attributes] = cookie.split(';');
  const kept = attributes.filter((attribute) => !/^\s*(?:path|domain)\s*=/i.test(attribute));
  return [pair, ...kept, ` Path=${path}`].join(';');
}

/** ownHostAnswer makes an answer safe on a host name of the mock's own: its cookies stay on that host, none is one of the product's. */
function ownHostAnswer(answer: MockAnswer): MockAnswer {
  if (!answer.headers.some(([name]) => name.toLowerCase() === 'set-cookie')) return answer;
  const headers = answer.headers.flatMap(([name, value]): [string, string][] => {
    if (name.toLowerCase() !== 'set-cookie') return [[name, value]];
    return ownCookie.test(value) ? [] : [[name, value.replace(/;\s*domain\s*=[^;]*/gi, '')]];
  });
  return { ...answer, isFixed: false, headers };
}

/** confinedAs makes an answer safe where the mock answers: a path of the product, a host name of its own (empty), or a port of its own (`:PORT`). */
export function confinedAs(answer: MockAnswer, mount: string): MockAnswer {
  if (mount === '') return ownHostAnswer(answer);
  if (!mount.startsWith(':')) return confinedAnswer(answer, mount);
  // Browsers give cookies of a host to all of its ports, those of the product among them.
  const made = ownHostAnswer(answer);
  return { ...made, isFixed: false, headers: [...made.headers, ['Content-Security-Policy', 'sandbox']] };
}
