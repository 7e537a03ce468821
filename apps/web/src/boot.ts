/**
 * What is done as soon as the document is there, before any file of the page has come. The build puts it into the document, and the server
 * allows it by its hash; the content security policy forbids every other inline script.
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
    // Storage may be blocked; the system's scheme is used then.
  }
  const isDark = scheme === 'dark' || (scheme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light');
}

setColorScheme();
// The policy forbids eval. Zod tries at import whether it may, which would break the policy once per visit.
globalThis.__zod_globalConfig = { jitless: true };
const features = import.meta.glob<FirstCalls[]>('./features/*/first-calls.ts', { eager: true, import: 'firstCalls' });
beginEarlyCalls(Object.values(features).flat()).catch(() => undefined);
