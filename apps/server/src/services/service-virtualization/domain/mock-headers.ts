import type { MockAnswer } from '@touchstone/engine-mock/core';

/** The product's own cookies: mocks neither see nor set them. */
const ownCookie = /^\s*(?:__Host-|__Secure-)?touchstone_/i;

type Headers = readonly (readonly [string, string])[];

/** withoutOwnCookies removes the product's own cookies from a request. */
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
 * Makes an answer safe at the product's own address: its content is sandboxed away from the product's pages, and its
 * cookies are limited to the mock's path.
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

/** Makes an answer safe on the mock's own host name: its cookies stay on that host, and none is the product's. */
function ownHostAnswer(answer: MockAnswer): MockAnswer {
  if (!answer.headers.some(([name]) => name.toLowerCase() === 'set-cookie')) return answer;
  const headers = answer.headers.flatMap(([name, value]): [string, string][] => {
    if (name.toLowerCase() !== 'set-cookie') return [[name, value]];
    return ownCookie.test(value) ? [] : [[name, value.replace(/;\s*domain\s*=[^;]*/gi, '')]];
  });
  return { ...answer, isFixed: false, headers };
}

/**
 * confinedAs makes an answer safe for where the mock is served: a path of the product, its own host name (empty), or
 * its own port (`:PORT`).
 */
export function confinedAs(answer: MockAnswer, mount: string): MockAnswer {
  if (mount === '') return ownHostAnswer(answer);
  if (!mount.startsWith(':')) return confinedAnswer(answer, mount);
  // Browsers share a host's cookies among all of its ports, including the product's.
  const made = ownHostAnswer(answer);
  return { ...made, isFixed: false, headers: [...made.headers, ['Content-Security-Policy', 'sandbox']] };
}
