import { notifications } from '@mantine/notifications';
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';
import { forgetOwners, styleByName } from './quick-pages.ts';

styleByName();
forgetOwners();

// Mantine uses both on mount; jsdom has neither.
window.matchMedia ??= ((query: string) => ({
  matches: false,
  media: query,
  onchange: null,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  addListener: () => undefined,
  removeListener: () => undefined,
  dispatchEvent: () => false,
})) as typeof window.matchMedia;
window.ResizeObserver ??= class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
};
// An auto-sizing text box listens for font loading.
if (!document.fonts) Object.defineProperty(document, 'fonts', { value: new EventTarget() });
// CodeMirror measures text, which jsdom cannot.
Range.prototype.getClientRects ??= () => [] as unknown as DOMRectList;
Element.prototype.checkVisibility ??= () => true;
Element.prototype.scrollIntoView ??= () => undefined;

// Nothing takes that long on a usual machine, and a slow machine shouldn't fail.
configure({ asyncUtilTimeout: 10_000 });
afterEach(() => {
  cleanup();
  // Toasts outlive the page that shows them.
  notifications.clean();
});
