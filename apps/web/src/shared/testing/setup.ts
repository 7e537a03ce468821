import { notifications } from '@mantine/notifications';
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';
import { forgetOwners, styleByName } from './quick-pages.ts';

styleByName();
forgetOwners();

// Mantine asks for both on mount; jsdom has neither.
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
// A text box that grows with its text listens for fonts.
if (!document.fonts) Object.defineProperty(document, 'fonts', { value: new EventTarget() });
// CodeMirror measures text, which jsdom cannot.
Range.prototype.getClientRects ??= () => [] as unknown as DOMRectList;
Element.prototype.checkVisibility ??= () => true;
Element.prototype.scrollIntoView ??= () => undefined;

// Nothing waits that long on a usual machine; a slow one is no failure.
configure({ asyncUtilTimeout: 10_000 });
afterEach(() => {
  cleanup();
  // Messages outlive the page that shows them.
  notifications.clean();
});
