/**
 * Runs as soon as the document is parsed, before any of the page's files have loaded. The build inlines it into the
 * document, and the server allows it by its hash; the content security policy forbids every other inline script.
 */
import { beginEarlyCalls } from './shared/session/early/begin-early-calls.ts';
import type { FirstCalls } from './shared/session/early/first-calls.ts';

declare global {
  var __zod_globalConfig: { jitless: boolean } | undefined;
}

/** Sets the colours before the first paint. */
function setColorScheme(): void {
  let scheme = 'auto';
  try {
    scheme = localStorage.getItem('mantine-color-scheme-value') || 'auto';
  } catch {
    // Storage may be blocked; the system's scheme applies then.
  }
  const isDark = scheme === 'dark' || (scheme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light');
}

setColorScheme();
// The policy forbids eval. Zod probes for it on import, which would violate the policy once per visit.
globalThis.__zod_globalConfig = { jitless: true };
const features = import.meta.glob<FirstCalls[]>('./features/*/first-calls.ts', { eager: true, import: 'firstCalls' });
beginEarlyCalls(Object.values(features).flat()).catch(() => undefined);
