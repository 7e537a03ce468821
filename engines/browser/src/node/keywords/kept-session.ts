import { StepFailure } from '../failures.ts';
import { type Handler, passed, type StepAction } from './step-action.ts';

/** Bytes that a session has at most. */
const mostBytes = 1_000_000;

/** A cookie, as Playwright writes it. */
export interface KeptCookie {
  name: string;
  value: string;
  /** With a dot in front it is for the hosts below as well. */
  domain: string;
  path: string;
  /** In seconds since 1970; -1: when the browser is closed. */
  expires: number;
  httpOnly: boolean;
  secure: boolean;
  sameSite: 'Strict' | 'Lax' | 'None';
}

/** What a site keeps in a browser. */
export interface KeptOrigin {
  origin: string;
  localStorage: { name: string; value: string }[];
  /** Databases (IndexedDB) as Playwright writes them; absent: none, or saved in WebKitGTK, which tells nothing of them. */
  indexedDB?: unknown[];
}

/** What a browser has of its own: the storage state of Playwright, of which cookies, local storage and IndexedDB count. */
export interface StorageState {
  cookies: KeptCookie[];
  origins: KeptOrigin[];
}

/** Where scripts keep their sessions. */
export interface KeptSessions {
  /** The session of a name; undefined where none is kept. */
  find(name: string): Promise<StorageState | undefined>;
  /** Keeps a session in place of an earlier one of the name. */
  keep(name: string, state: StorageState): Promise<void>;
}

const told = (error: unknown): never => {
  if (error instanceof StepFailure) throw error;
  throw new StepFailure('error', error instanceof Error ? error.message : String(error));
};

function given(action: StepAction): { name: string; sessions: KeptSessions } {
  const name = action.text('name').trim();
  if (name === '') throw new StepFailure('error', 'Give the session a name.');
  if (name.length > 100) throw new StepFailure('error', 'The name of a session has at most 100 characters.');
  const sessions = action.session.options.keptSessions;
  if (!sessions) throw new StepFailure('error', 'No sessions are kept here.');
  return { name, sessions };
}

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));
const megabytes = (bytes: number): string => `${Number((bytes / 1_000_000).toPrecision(2))} MB`;

/** Says which site stores so much where there is more than a session may have. */
function assertSmall(state: StorageState): void {
  const bytes = bytesOf(state);
  if (bytes <= mostBytes) return;
  const [largest] = state.origins.toSorted((a, b) => bytesOf(b) - bytesOf(a));
  const where =
    largest && ` Most of it is the storage of ${largest.origin}. Save the session before the site fills it.`;
  throw new StepFailure(
    'error',
    `This session has ${megabytes(bytes)}, of at most ${megabytes(mostBytes)}.${where ?? ''}`,
  );
}

const saveSession: Handler = async (action) => {
  const { name, sessions } = given(action);
  const { context } = action.session;
  let leftOut = '';
  const { cookies, origins }: StorageState = await context.storageState({ indexedDB: true }).catch((error: unknown) => {
    if (!/IndexedDB/.test(String(error))) throw error;
    leftOut = 'A site keeps something in IndexedDB that cannot be saved, so the session has no databases.';
    return context.storageState();
  });
  const state: StorageState = {
    cookies: cookies.map(({ name: cookieName, value, domain, path, expires, httpOnly, secure, sameSite }) => {
      return { name: cookieName, value, domain, path, expires, httpOnly, secure, sameSite };
    }),
    origins: origins.map(({ origin, localStorage, indexedDB = [] }) => ({
      origin,
      localStorage,
      ...(indexedDB.length > 0 && { indexedDB }),
    })),
  };
  if (cookies.length + origins.length === 0)
    throw new StepFailure('failed', 'The browser has no cookies and nothing stored. Sign in before this step.');
  assertSmall(state);
  await sessions.keep(name, state).catch(told);
  return { ...passed, message: leftOut };
};

const hasExpired = ({ expires }: KeptCookie) => expires >= 0 && expires * 1000 <= Date.now();

const useSession: Handler = async (action) => {
  const { name, sessions } = given(action);
  const state = await sessions.find(name).catch(told);
  if (!state) throw new StepFailure('error', `No session "${name}" is kept. Run a script that saves it first.`);
  const cookies = state.cookies.filter((cookie) => !hasExpired(cookie));
  if (cookies.length + state.origins.length === 0)
    throw new StepFailure('error', `The session "${name}" has expired. Run the script that saves it again.`);
  await action.session.context.setStorageState({ cookies, origins: state.origins });
  return passed;
};

/** What the keywords about kept sessions do. */
export const keptSessionHandlers: Record<string, Handler> = { saveSession, useSession };
