import type { Outcome } from '@touchstone/engine-keyword/core';

/** Facts that a failure message needs. */
export interface FailureFacts {
  /** The element's name, or the keyword's if it has no element. */
  name: string;
  timeoutMs: number;
  /** The page's URL, for failures about an address. */
  url: string;
}

/**
 * StepFailure ends a step with a message: `failed` is a fault of the application, `error` one of the script or the
 * environment.
 */
export class StepFailure extends Error {
  readonly outcome: Outcome;
  constructor(status: 'failed' | 'error', message: string, more: Partial<Outcome> = {}) {
    super(message);
    this.outcome = { ...more, status, message };
  }
}

/** seconds formats milliseconds for people. */
export function seconds(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${Number((ms / 1000).toFixed(1))} s`;
}

const hostOf = (url: string) => URL.parse(url)?.host ?? url;
type Explain = (facts: FailureFacts, code: string) => string;

/** By the network error code of Chromium and of Firefox. */
const network: [RegExp, Explain][] = [
  [
    /ERR_NAME_NOT_RESOLVED|NS_ERROR_UNKNOWN_HOST|dnsNotFound/,
    ({ url }) => `The host ${hostOf(url)} was not found. Check the address, and whether the name service knows it.`,
  ],
  [
    /ERR_CONNECTION_REFUSED|NS_ERROR_CONNECTION_REFUSED|connectionFailure/,
    ({ url }) => `Nothing answers at ${hostOf(url)}. Check that the application runs and listens on this port.`,
  ],
  [
    /ERR_CERT_[A-Z_]+|SEC_ERROR_[A-Z_]+|MOZILLA_PKIX_[A-Z_]+|nssFailure2|ERR_SSL_[A-Z_]+|SSL_ERROR_[A-Z_]+/,
    ({ url }, code) =>
      `The certificate of ${hostOf(url)} is not trusted (${code}). Install a valid one, or accept any certificate in the settings of the run.`,
  ],
  [
    /ERR_(?:CONNECTION_)?TIMED_OUT|NS_ERROR_NET_TIMEOUT|netTimeout/,
    ({ url }) => `${hostOf(url)} did not answer in time. Check that it can be reached from here.`,
  ],
  [/ERR_ADDRESS_UNREACHABLE|ERR_INTERNET_DISCONNECTED/, ({ url }) => `${hostOf(url)} cannot be reached from here.`],
  [/ERR_TOO_MANY_REDIRECTS|NS_ERROR_REDIRECT_LOOP/, ({ url }) => `${url} redirects in a circle.`],
  [
    /ERR_EMPTY_RESPONSE|ERR_CONNECTION_(?:RESET|CLOSED)|NS_ERROR_NET_(?:RESET|EMPTY_RESPONSE)/,
    ({ url }) => `${hostOf(url)} closed the connection without an answer.`,
  ],
  [
    /ERR_TUNNEL_CONNECTION_FAILED|ERR_PROXY_CONNECTION_FAILED/,
    ({ url }) => `No connection to ${hostOf(url)} was made.`,
  ],
  [
    /ERR_ABORTED|NS_BINDING_ABORTED/,
    ({ url }) => `${url} did not become a page: it was a download, an answer without content, or it was left at once.`,
  ],
  [/Cannot navigate to invalid URL/, ({ url }) => `"${url}" is no address. Begin it with https:// or http://.`],
];

/** By the browser's log of waiting for the element to be actionable. */
const actionability: [RegExp, Explain][] = [
  [
    /(<[^\n]{1,300}?>)[^\n]* intercepts pointer events/,
    ({ name, timeoutMs }, covering) =>
      `"${name}" was covered by ${covering} for ${seconds(timeoutMs)}. Close what covers it, or wait until it is gone.`,
  ],
  [/element is not enabled/, ({ name, timeoutMs }) => `"${name}" stayed disabled for ${seconds(timeoutMs)}.`],
  [/element is not editable/, ({ name, timeoutMs }) => `"${name}" could not be edited for ${seconds(timeoutMs)}.`],
  [
    /element is not visible/,
    ({ name, timeoutMs }) => `"${name}" is on the page, but was hidden for ${seconds(timeoutMs)}.`,
  ],
  [/element is not stable/, ({ name, timeoutMs }) => `"${name}" did not come to rest within ${seconds(timeoutMs)}.`],
  [/element is outside of the viewport/, ({ name }) => `"${name}" cannot be scrolled into view.`],
  [
    /did not find some options/,
    ({ name, timeoutMs }) => `"${name}" did not offer this option within ${seconds(timeoutMs)}.`,
  ],
];

/** By the kind of element that a keyword needs. */
const misuse: [RegExp, Explain][] = [
  [
    /Element is not an? <input>|not an? <input>, <textarea>/,
    ({ name }) => `"${name}" is no field that text can be set in.`,
  ],
  [/Element is not a <select>/, ({ name }) => `"${name}" is no list of options.`],
  [/Not a checkbox or radio button/, ({ name }) => `"${name}" is no box, switch or radio button.`],
  [/Cannot type text into input\[type=number\]/, ({ name }) => `"${name}" takes numbers only.`],
  [/Malformed value/, ({ name }) => `"${name}" does not take this value.`],
  [
    /Unknown key: ("[^"]*")/,
    (_facts, key) => `There is no key ${key}. Name it as Enter, Tab, ArrowDown, Control+A or a.`,
  ],
  [
    /is not a valid (?:selector|XPath)|Unexpected token|while parsing (?:css|selector)/i,
    ({ name }) => `A locator of "${name}" is not valid. Correct its selector.`,
  ],
];

function firstIn(table: [RegExp, Explain][], text: string, facts: FailureFacts): string | undefined {
  for (const [pattern, explain] of table) {
    const match = pattern.exec(text);
    if (match) return explain(facts, match[1] ?? match[0]);
  }
  return undefined;
}

/** isClosed returns whether an error comes from a closed tab or browser. */
export function isClosed(error: unknown): boolean {
  return error instanceof Error && /has been closed|Target closed|browser has disconnected/i.test(error.message);
}

/** isLate returns whether the browser exceeded its timeout. */
export const isLate = (error: unknown): boolean => /Timeout \d+ms exceeded/.test(String(error));

const ansi = /\u001b\[[0-9;]*m/g;

/** describeFailure explains a failed browser call in plain words. */
export function describeFailure(error: unknown, facts: FailureFacts): Outcome {
  if (error instanceof StepFailure) return error.outcome;
  const text = (error instanceof Error ? error.message : String(error)).replace(ansi, '').slice(0, 20_000);
  if (isClosed(error)) return { status: 'error', message: 'The tab was closed during the step.' };
  if (/crashed/i.test(text)) return { status: 'error', message: 'The page crashed, perhaps for lack of memory.' };
  const wrong = firstIn(network, text, facts) ?? firstIn(misuse, text, facts);
  if (wrong) return { status: 'error', message: wrong };
  const late = isLate(text);
  const waited = firstIn(actionability, text, facts);
  if (late && waited) return { status: 'failed', message: waited };
  if (late) return { status: 'failed', message: `"${facts.name}" was not ready within ${seconds(facts.timeoutMs)}.` };
  const [line = ''] = text.replace(/^[\w.]+: /, '').split('\n');
  return { status: 'error', message: line.replace(/^Error: /, '').slice(0, 500) };
}
