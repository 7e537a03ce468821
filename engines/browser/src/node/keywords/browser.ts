import { listOf } from '@touchstone/engine-keyword/core';
import { parseDuration } from '@touchstone/kernel';
import type { Response } from 'playwright-core';
import { StepFailure, seconds } from '../failures.ts';
import { countOf } from '../locate.ts';
import { pictureType } from '../picture-type.ts';
import { unsupported } from '../webdriver/unsupported.ts';
import { readDate } from './dates.ts';
import { matchesAddress } from './matches-address.ts';
import { type Handler, passed, type StepAction } from './step-action.ts';
import { readText } from './verify.ts';

const maxStoredCharacters = 1_000_000;

const storeText: Handler = async (action) => {
  const element = await action.element();
  return { ...passed, value: await readText(element, action.time) };
};

const storeAttribute: Handler = async (action) => {
  const element = await action.element();
  const name = action.text('name');
  const value = await element.getAttribute(name, action.time);
  if (value === null) throw new StepFailure('failed', `"${action.target.name}" has no attribute ${name}.`);
  return { ...passed, value };
};

const storeCount: Handler = async (action) => ({ ...passed, value: String(await countOf(action.all())) });

type PageFunction = (element: unknown) => Promise<string>;
/** Compiles in this process and never runs here: the browser gets the function's source. */
const AsyncFunction = (async () => undefined).constructor as new (...parts: string[]) => PageFunction;

/** pageFunction makes a page function from a body; its result is returned as text of limited length. */
function pageFunction(code: string): PageFunction {
  let body: PageFunction;
  try {
    body = new AsyncFunction('element', code);
  } catch (error) {
    throw new StepFailure('error', `The code is not valid: ${error instanceof Error ? error.message : error}.`);
  }
  return new AsyncFunction(
    'element',
    `const value = await (${body})(element);
    const text = value === undefined ? '' : typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
    return text.slice(0, ${maxStoredCharacters});`,
  );
}

const runJavaScript: Handler = async (action) => {
  const run = pageFunction(action.text('code'));
  try {
    const value = action.call.target
      ? await (await action.element()).evaluate(run, undefined, action.time)
      : await action.page.evaluate(run, undefined);
    return { ...passed, value };
  } catch (error) {
    const [, message] = /\.evaluate: ((?:\w*Error)?[^\n]*)/.exec(String(error)) ?? [];
    if (error instanceof StepFailure || !message || /Timeout|closed|crashed/.test(message)) throw error;
    throw new StepFailure('failed', `The code ended with ${message}.`);
  }
};

function isWanted(action: StepAction, response: Response): boolean {
  const method = action.text('method').trim().toUpperCase();
  const status = action.number('status');
  return (
    matchesAddress(action.text('url'), response.url()) &&
    (method === '' || response.request().method() === method) &&
    (status === undefined || response.status() === status)
  );
}

const waitForResponse: Handler = async (action) => {
  const { session, call } = action;
  if (!session.observesRequests) throw unsupported('tell of requests');
  do {
    const response = session.log.recentAnswers().find((candidate) => isWanted(action, candidate));
    if (!response) continue;
    if (!action.text('variable')) return passed;
    const body = await response.text().catch(() => {
      throw new StepFailure('error', `The body of ${response.url()} is no longer there, because the page was left.`);
    });
    return { ...passed, value: body.slice(0, maxStoredCharacters) };
  } while (await action.polling.another());
  throw new StepFailure('failed', `No such answer of ${action.text('url')} came within ${seconds(call.timeoutMs)}.`);
};

const wait: Handler = async (action) => {
  const ms = action.needed('ms');
  if (ms < 0 || ms > 600_000) throw new StepFailure('error', 'A step waits for 10 minutes at most.');
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  action.call.signal.addEventListener('abort', () => resolve(), { once: true });
  await promise.finally(() => clearTimeout(timer));
  return passed;
};

const acceptDialog: Handler = async (action) => {
  const plan = {
    isAccepted: action.text('action') !== 'dismiss',
    text: action.text('text'),
    message: action.text('message'),
  };
  action.session.tabs.arm(plan);
  return passed;
};

const switchFrame: Handler = async (action) => {
  const { session } = action;
  if (!action.call.target) {
    session.frames = [];
    return passed;
  }
  const element = await action.element();
  const isFrame = await element.evaluate((node) => /^i?frame$/i.test(node.tagName), undefined, action.time);
  if (!isFrame) throw new StepFailure('error', `"${action.target.name}" is no frame.`);
  const { frame } = action.target;
  session.frames = [...(frame.length > 0 ? frame : session.frames), action.used!];
  return passed;
};

const mockResponse: Handler = async (action) => {
  const pattern = action.text('url');
  const method = action.text('method').trim().toUpperCase();
  const headers: Record<string, string> = { 'content-type': action.text('contentType') };
  for (const line of listOf(action.text('headers'))) {
    const at = line.indexOf(':');
    if (at < 1) throw new StepFailure('error', `"${line}" is no header. Write it as name: value.`);
    headers[line.slice(0, at).trim().toLowerCase()] = line.slice(at + 1).trim();
  }
  const status = action.needed('status');
  if (!Number.isInteger(status) || status < 200 || status > 599)
    throw new StepFailure('error', 'The status is a number from 200 to 599.');
  const body = action.text('body');
  await action.session.context.route(
    (url) => matchesAddress(pattern, url.href),
    async (route) => {
      if (method !== '' && route.request().method() !== method) return route.fallback();
      return route.fulfill({ status, headers, body });
    },
  );
  return passed;
};

const setCookie: Handler = async (action) => {
  const domain = action.text('domain');
  const open = URL.parse(action.page.url());
  if (!domain && !/^https?:$/.test(open?.protocol ?? ''))
    throw new StepFailure(
      'error',
      'No page is open that the cookie could belong to. Open one first, or give a domain.',
    );
  await action.session.context.addCookies([
    {
      name: action.text('name'),
      value: action.text('value'),
      domain: domain || open!.hostname,
      path: action.text('path'),
    },
  ]);
  return passed;
};

const setStorage: Handler = async (action) => {
  if (!/^https?:/.test(action.page.url()))
    throw new StepFailure('error', 'No page is open whose storage could be set. Open one first.');
  await action.page.evaluate(
    ({ area, key, value }) => (area === 'session' ? sessionStorage : localStorage).setItem(key, value),
    { area: action.text('area'), key: action.text('key'), value: action.text('value') },
  );
  return passed;
};

const setGeolocation: Handler = async (action) => {
  const { context } = action.session;
  const [latitude, longitude] = [action.needed('latitude'), action.needed('longitude')];
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180)
    throw new StepFailure('error', 'A latitude lies within -90 and 90, a longitude within -180 and 180.');
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ latitude, longitude, accuracy: action.number('accuracy') ?? 0 });
  return passed;
};

const setClock: Handler = async (action) => {
  const text = action.text('time');
  const time = readDate(text, new Date());
  if (!time)
    throw new StepFailure('error', `"${text}" is no time. Write it as 2026-12-24T18:00, 18:00, today or today+7.`);
  const { clock } = action.session.context;
  await (action.text('mode') === 'stands still' ? clock.setFixedTime(time) : clock.setSystemTime(time));
  return passed;
};

const maxMovedMs = 400 * 86_400_000;

const moveClock: Handler = async (action) => {
  const text = action.text('by');
  const ms = parseDuration(text, 's');
  if (ms === undefined || ms > maxMovedMs)
    throw new StepFailure('error', `"${text}" is no duration up to 400 days. Write it as 30s, 5m, 2h or 1d.`);
  await action.session.context.clock.fastForward(ms);
  return passed;
};

const takeScreenshot: Handler = async (action) => {
  const options = { type: 'jpeg', quality: 60, ...action.time } as const;
  const bytes = action.call.target
    ? await (await action.element()).screenshot(options)
    : await action.page.screenshot(options);
  const name = action.text('name') || action.call.target?.name || 'Screenshot';
  return { ...passed, evidence: [{ name, mediaType: pictureType(bytes), bytes }] };
};

/** Handlers of the Data and Browser keywords, and of those that wait for the network. */
export const browserHandlers: Record<string, Handler> = {
  storeText,
  storeAttribute,
  storeCount,
  runJavaScript,
  waitForResponse,
  wait,
  acceptDialog,
  switchFrame,
  mockResponse,
  setCookie,
  setStorage,
  setGeolocation,
  setClock,
  moveClock,
  takeScreenshot,
};
