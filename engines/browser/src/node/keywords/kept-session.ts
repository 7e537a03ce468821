import { StepFailure } from '../failures.ts';
import { type Handler, passed, type StepAction } from './step-action.ts';

/** Maximum size of a session, in bytes. */
const maxBytes = 1_000_000;

/** A cookie in Playwright's format. */
export interface KeptCookie {
  name: string;
  value: string;
  /** With a leading dot, it applies to subdomains too. */
  domain: string;
  path: string;
  /** In seconds since 1970; -1: a session cookie. */
  expires: number;
  httpOnly: boolean;
  secure: boolean;
  sameSite: 'Strict' | 'Lax' | 'None';
}

/** A site's data in a browser. */
export interface KeptOrigin {
  origin: string;
  localStorage: { name: string; value: string }[];
  /** IndexedDB databases in Playwright's format; absent: none, or saved in WebKitGTK, which doesn't expose them. */
  indexedDB?: unknown[];
}

/** A browser's own state: Playwright's storage state with cookies, local storage and IndexedDB. */
export interface StorageState {
  cookies: KeptCookie[];
  origins: KeptOrigin[];
}

/** Where scripts keep their sessions. */
export interface KeptSessions {
  /** The session of this name; undefined if none is kept. */
  find(name: string): Promise<StorageState | undefined>;
  /** Stores a session, replacing an earlier one of the same name. */
  keep(name: string, state: StorageState): Promise<void>;
}

const fail = (error: unknown): never => {
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

/** Throws if a session is too large, naming the site that stores most. */
function assertSmall(state: StorageState): void {
  const bytes = bytesOf(state);
  if (bytes <= maxBytes) return;
  const [largest] = state.origins.toSorted((a, b) => bytesOf(b) - bytesOf(a));
  const where =
    largest && ` Most of it is the storage of ${largest.origin}. Save the session before the site fills it.`;
  throw new StepFailure(
    'error',
    `This session has ${megabytes(bytes)}, of at most ${megabytes(maxBytes)}.${where ?? ''}`,
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
  await sessions.keep(name, state).catch(fail);
  return { ...passed, message: leftOut };
};

const hasExpired = ({ expires }: KeptCookie) => expires >= 0 && expires * 1000 <= Date.now();

const useSession: Handler = async (action) => {
  const { name, sessions } = given(action);
  const state = await sessions.find(name).catch(fail);
  if (!state) throw new StepFailure('error', `No session "${name}" is kept. Run a script that saves it first.`);
  const cookies = state.cookies.filter((cookie) => !hasExpired(cookie));
  if (cookies.length + state.origins.length === 0)
    throw new StepFailure('error', `The session "${name}" has expired. Run the script that saves it again.`);
  await action.session.context.setStorageState({ cookies, origins: state.origins });
  return passed;
};

/** Handlers of the keywords for saved sessions. */
export const keptSessionHandlers: Record<string, Handler> = { saveSession, useSession };
