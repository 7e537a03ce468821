/** A pointer that moves less than this, in pixels, presses a button or link; one that moves more has changed its mind. */
const stillPx = 4;

/** What a page that was drawn anew has in the place of a button or link. */
function renewed(gone: HTMLElement, target: EventTarget | null): HTMLElement | undefined {
  const now = target instanceof Element ? target.closest<HTMLElement>('button, a[href]') : null;
  const isSame = now?.tagName === gone.tagName && now.textContent === gone.textContent;
  return isSame && now.getAttribute('href') === gone.getAttribute('href') ? now : undefined;
}

/**
 * keepClicks presses a button or link that moved away between the press and the release of a pointer that didn't move: a field that loses the
 * focus may show its error then, which pushes the button down, and the browser sends no click. The same where the page was drawn anew in between, and
 * another one stands in its place. Until the returned function is called.
 */
export function keepClicks(): () => void {
  let pressed: { element: HTMLElement; x: number; y: number } | undefined;
  const press = ({ isPrimary, button, target, clientX, clientY, ctrlKey, metaKey, shiftKey }: PointerEvent) => {
    // With a key held down, a link opens elsewhere: that is for the browser.
    const isPlain = isPrimary && button === 0 && !ctrlKey && !metaKey && !shiftKey;
    const element = isPlain && target instanceof Element ? target.closest<HTMLElement>('button, a[href]') : null;
    pressed = element ? { element, x: clientX, y: clientY } : undefined;
  };
  const release = ({ target, clientX, clientY }: PointerEvent) => {
    const was = pressed;
    pressed = undefined;
    if (!was || Math.hypot(clientX - was.x, clientY - was.y) >= stillPx) return;
    if (!was.element.isConnected) renewed(was.element, target)?.click();
    else if (!was.element.contains(target as Node)) was.element.click();
  };
  window.addEventListener('pointerdown', press, { capture: true });
  window.addEventListener('pointerup', release, { capture: true });
  return () => {
    window.removeEventListener('pointerdown', press, { capture: true });
    window.removeEventListener('pointerup', release, { capture: true });
  };
}
