import type { Page } from 'playwright-core';
import { StepFailure, seconds } from '../failures.ts';
import { type Handler, passed, type StepAction } from './step-action.ts';

/** Files and the browser's internal pages are no addresses of an application. */
const schemes = new Set(['http:', 'https:', 'about:', 'data:', 'blob:']);
const maxShownRequests = 3;

type LoadState = 'load' | 'domcontentloaded' | 'networkidle' | 'commit';

function addressOf(action: StepAction, text: string): string {
  const open = action.page.url();
  const base = /^https?:/.test(open) ? open : action.session.options.baseUrl;
  const hasScheme = /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text);
  const url = hasScheme ? URL.parse(text) : base ? URL.parse(text, base) : URL.parse(`http://${text}`);
  if (!url) throw new StepFailure('error', `"${text}" is no address. Begin it with https:// or http://.`);
  if (!schemes.has(url.protocol))
    throw new StepFailure('error', `Addresses of ${url.protocol} cannot be opened. Use http: or https:.`);
  return url.href;
}

/** A remote browser uses no proxy, so its addresses are checked before they are opened. */
async function assertAllowed({ session }: StepAction, url: string): Promise<void> {
  const reason = session.isRemote ? await session.options.allow?.(url) : null;
  if (reason) throw new StepFailure('error', `${url} was refused: ${reason}`);
}

async function load(action: StepAction, visit: () => Promise<unknown>): Promise<void> {
  const { session, call } = action;
  session.frames = [];
  try {
    await visit();
  } catch (error) {
    if (!/Timeout \d+ms exceeded/.test(String(error))) throw error;
    const open = session.log.openRequests();
    const shown = open.slice(0, maxShownRequests).join(', ');
    const loading = open.length > 0 ? ` Still loading: ${shown}${open.length > maxShownRequests ? ', …' : ''}.` : '';
    throw new StepFailure(
      'failed',
      `The page was not loaded within ${seconds(call.timeoutMs)}.${loading} Give the step more time, or let it wait for less.`,
    );
  }
}

const openUrl: Handler = async (action) => {
  const url = addressOf(action, action.text('url'));
  const waitUntil = action.text('waitUntil') as LoadState;
  await assertAllowed(action, url);
  await load(action, () => action.page.goto(url, { ...action.time, waitUntil }));
  return passed;
};

const travel =
  (direction: 'goBack' | 'goForward', where: string): Handler =>
  async (action) => {
    const before = action.page.url();
    await load(action, async () => {
      const answer = await action.page[direction](action.time);
      if (!answer && action.page.url() === before) throw new StepFailure('failed', `The tab has no ${where} page.`);
    });
    return passed;
  };

const reload: Handler = async (action) => {
  await load(action, () => action.page.reload(action.time));
  return passed;
};

const newTab: Handler = async (action) => {
  const text = action.text('url');
  const url = text && addressOf(action, text);
  if (url) await assertAllowed(action, url);
  const page = await action.session.tabs.add();
  await load(action, async () => url && (await page.goto(url, action.time)));
  return passed;
};

async function tabBy(action: StepAction): Promise<Page | undefined> {
  const { tabs } = action.session;
  const value = action.text('value');
  const by = action.text('by');
  if (by === 'number') return tabs.open[action.needed('value') - 1];
  for (const page of tabs.open) {
    const text = by === 'url' ? page.url() : await page.title();
    if (text.includes(value)) return page;
  }
  return undefined;
}

const switchTab: Handler = async (action) => {
  const { tabs } = action.session;
  do {
    const page = await tabBy(action).catch(() => undefined);
    if (!page) continue;
    await tabs.use(page);
    action.session.frames = [];
    await page.waitForLoadState('domcontentloaded', action.time);
    return passed;
  } while (await action.polling.another());
  const open = tabs.open.map((page, index) => `${index + 1}: ${page.url()}`).join(', ');
  const by = action.text('by');
  throw new StepFailure(
    'failed',
    `No tab with the ${by} "${action.text('value')}" was there within ${seconds(action.call.timeoutMs)}. Open are ${open}.`,
  );
};

const closeTab: Handler = async (action) => {
  const { tabs } = action.session;
  const number = action.number('number');
  const page = number === undefined ? action.page : tabs.open[number - 1];
  if (!page) throw new StepFailure('failed', `There is no tab ${number}; ${tabs.open.length} are open.`);
  const isCurrent = page === action.page;
  await page.close();
  const last = tabs.open.at(-1);
  if (isCurrent && last) await tabs.use(last);
  action.session.frames = [];
  return passed;
};

const setViewport: Handler = async (action) => {
  const [width, height] = [action.needed('width'), action.needed('height')];
  if (![width, height].every((size) => Number.isInteger(size) && size >= 1 && size <= 10_000))
    throw new StepFailure('error', 'Width and height are whole numbers from 1 to 10000.');
  await action.page.setViewportSize({ width, height });
  return passed;
};

/** Handlers of the keywords in the group Navigation. */
export const navigationHandlers: Record<string, Handler> = {
  openUrl,
  goBack: travel('goBack', 'previous'),
  goForward: travel('goForward', 'next'),
  reload,
  newTab,
  switchTab,
  closeTab,
  setViewport,
};
