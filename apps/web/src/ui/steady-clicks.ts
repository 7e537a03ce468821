/** A pointer that moves less than this, in pixels, presses a button or link; one that moves more has changed its mind. */
const stillPx = 4;

/**
 * keepClicks presses a button or link that moved away between the press and the release of a pointer that didn't move: a field that loses the
 * focus may show its error then, which pushes the button down, and the browser sends no click. Until the returned function is called.
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
    if (!was?.element.isConnected || was.element.contains(target as Node)) return;
    if (Math.hypot(clientX - was.x, clientY - was.y) < stillPx) was.element.click();
  };
  window.addEventListener('pointerdown', press, { capture: true });
  window.addEventListener('pointerup', release, { capture: true });
  return () => {
    window.removeEventListener('pointerdown', press, { capture: true });
    window.removeEventListener('pointerup', release, { capture: true });
  };
}
