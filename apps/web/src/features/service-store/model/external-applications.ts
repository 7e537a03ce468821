import type { ExternalApplication } from '@touchstone/contracts/subscription';

/** The message that posts the token to an external application's window. */
interface TokenMessage {
  type: 'touchstone.token';
  token: string;
  /** Marks the first message for the data-testing application. */
  firstTransmission?: true;
}

/** Dependencies of opening; tests supply their own. */
export interface ExternalPorts {
  open(url: string): Pick<Window, 'closed' | 'postMessage'> | null;
  accessToken(): string | null;
  /** Calls the listener when the token may have changed. */
  onSession(listener: () => void): void;
}

/** How long an application has to start listening before the token is posted. */
const transferDelayMs = 1000;

/**
 * createExternalApplications opens applications in their own windows and keeps their token up to date, posting only to
 * each one's origin.
 */
export function createExternalApplications({ open, accessToken, onSession }: ExternalPorts) {
  const windows = new Map<Pick<Window, 'closed' | 'postMessage'>, string>();
  let received: string | null = null;
  const post = (target: Pick<Window, 'closed' | 'postMessage'>, origin: string, isFirst: boolean) => {
    const token = accessToken();
    if (target.closed || !token) return;
    received = token;
    const message: TokenMessage = { type: 'touchstone.token', token, ...(isFirst && { firstTransmission: true }) };
    target.postMessage(message, origin);
  };
  onSession(() => {
    const token = accessToken();
    if (!token || token === received) return;
    for (const [target, origin] of windows) {
      if (target.closed) windows.delete(target);
      else post(target, origin, false);
    }
  });
  return {
    /** Opens the application; false if the browser blocked its window. */
    open({ name, url }: Pick<ExternalApplication, 'name'> & { url: string }): boolean {
      const target = open(url);
      if (!target) return false;
      const { origin } = new URL(url);
      setTimeout(() => {
        post(target, origin, name === 'DATA_TESTING');
        windows.set(target, origin);
      }, transferDelayMs);
      return true;
    },
  };
}
