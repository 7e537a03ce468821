import type { PageTools } from './page-tools.ts';

/** A page's messages since the last call. */
export interface Overheard {
  lines: { type: string; text: string }[];
  errors: string[];
}

/** A page's messages, and the URL of its document. */
interface OverheardPage extends Overheard {
  href: string;
}

/** Maximum number of messages that a page keeps of each kind. */
export const overhearMost = 500;

/**
 * overhear returns the document's console messages and errors since the last call, and its URL; it runs in the page.
 * The first call starts to listen, so earlier messages are missed.
 */
export function overhear(tools: PageTools & { overheard?: Overheard }, most: number): OverheardPage {
  if (!tools.overheard) {
    const heard = { lines: [], errors: [] } as Overheard;
    tools.overheard = heard;
    const write = (value: unknown) => {
      if (typeof value === 'string') return value;
      if (value instanceof Error) return `${value.name}: ${value.message}`;
      try {
        return JSON.stringify(value) ?? String(value);
      } catch {
        return String(value);
      }
    };
    const { console: spoken } = globalThis;
    for (const type of ['log', 'info', 'debug', 'warn', 'error'] as const) {
      const said = spoken[type];
      spoken[type] = (...values: unknown[]) => {
        if (heard.lines.length < most)
          heard.lines.push({
            type: type === 'warn' ? 'warning' : type,
            text: values.map(write).join(' ').slice(0, 5000),
          });
        said.apply(spoken, values);
      };
    }
    const failed = (error: unknown) => {
      if (heard.errors.length < most) heard.errors.push(write(error));
    };
    addEventListener('error', (event) => event instanceof ErrorEvent && failed(event.error ?? event.message));
    addEventListener('unhandledrejection', (event) => failed(event.reason));
  }
  const heard = tools.overheard;
  return {
    lines: heard.lines.splice(0),
    errors: heard.errors.splice(0),
    href: location.href,
  };
}
