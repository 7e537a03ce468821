/** A pointer that moves less than this, in pixels, presses a button or link; moving further cancels the press. */
const stillPx = 4;

/** The element that replaced a button or link when the page rendered again. */
function renewed(gone: HTMLElement, target: EventTarget | null): HTMLElement | undefined {
  const now = target instanceof Element ? target.closest<HTMLElement>('button, a[href]') : null;
  const isSame = now?.tagName === gone.tagName && now.textContent === gone.textContent;
  return isSame && now.getAttribute('href') === gone.getAttribute('href') ? now : undefined;
}

/**
 * keepClicks clicks a button or link that moved away between the press and release of a pointer that didn't move: a
 * field losing the focus may show its error then, which pushes the button down, and the browser sends no click.
 * Likewise if the page rendered another element in its place. Active until the returned function is called.
 */
export function keepClicks(): () => void {
  let pressed: { element: HTMLElement; x: number; y: number } | undefined;
  const press = ({ isPrimary, button, target, clientX, clientY, ctrlKey, metaKey, shiftKey }: PointerEvent) => {
    // A link clicked with a modifier key opens elsewhere, which the browser does.
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
