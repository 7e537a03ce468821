import type { PageTools } from './page-tools.ts';

/** A page's messages since the last call. */
export interface CapturedConsole {
  lines: { type: string; text: string }[];
  errors: string[];
}

/** A page's messages, and the URL of its document. */
interface CapturedPage extends CapturedConsole {
  href: string;
}

/** Maximum number of messages that a page keeps of each kind. */
export const maxCaptured = 500;

/**
 * overhear returns the document's console messages and errors since the last call, and its URL; it runs in the page.
 * The first call starts to listen, so earlier messages are missed.
 */
export function captureConsole(tools: PageTools & { overheard?: CapturedConsole }, most: number): CapturedPage {
  if (!tools.overheard) {
    const captured = { lines: [], errors: [] } as CapturedConsole;
    tools.overheard = captured;
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
        if (captured.lines.length < most)
          captured.lines.push({
            type: type === 'warn' ? 'warning' : type,
            text: values.map(write).join(' ').slice(0, 5000),
          });
        said.apply(spoken, values);
      };
    }
    const failed = (error: unknown) => {
      if (captured.errors.length < most) captured.errors.push(write(error));
    };
    addEventListener('error', (event) => event instanceof ErrorEvent && failed(event.error ?? event.message));
    addEventListener('unhandledrejection', (event) => failed(event.reason));
  }
  const captured = tools.overheard;
  return {
    lines: captured.lines.splice(0),
    errors: captured.errors.splice(0),
    href: location.href,
  };
}
