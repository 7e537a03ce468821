import type { ExternalApplication } from '@touchstone/contracts/subscription';

/** What an external application is told, by a message to its window. */
interface TokenMessage {
  type: 'touchstone.token';
  token: string;
  /** The data-testing application is told which message is the first. */
  firstTransmission?: true;
}

/** What opening needs of the world; tests give their own. */
export interface ExternalPorts {
  open(url: string): Pick<Window, 'closed' | 'postMessage'> | null;
  accessToken(): string | null;
  /** Calls back whenever the token may be another. */
  onSession(listener: () => void): void;
}

/** How long an application gets to listen before it is told the token. */
const transferDelayMs = 1000;

/** createExternalApplications opens applications in windows of their own and keeps their token up to date, each at its own origin only. */
export function createExternalApplications({ open, accessToken, onSession }: ExternalPorts) {
  const windows = new Map<Pick<Window, 'closed' | 'postMessage'>, string>();
  let told: string | null = null;
  const post = (target: Pick<Window, 'closed' | 'postMessage'>, origin: string, isFirst: boolean) => {
    const token = accessToken();
    if (target.closed || !token) return;
    told = token;
    const message: TokenMessage = { type: 'touchstone.token', token, ...(isFirst && { firstTransmission: true }) };
    target.postMessage(message, origin);
  };
  onSession(() => {
    const token = accessToken();
    if (!token || token === told) return;
    for (const [target, origin] of windows) {
      if (target.closed) windows.delete(target);
      else post(target, origin, false);
    }
  });
  return {
    /** Opens the application; false when the browser blocked its window. */
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
