/** A pointer that moves less than this, in pixels, presses a button; one that moves more has changed its mind. */
const stillPx = 4;

/**
 * keepClicks presses a button that moved away between the press and the release of a pointer that didn't move: a field that loses the focus
 * may show its error then, which pushes the button down, and the browser sends no click. Until the returned function is called.
 */
export function keepClicks(): () => void {
  let pressed: { button: HTMLButtonElement; x: number; y: number } | undefined;
  const press = ({ isPrimary, button, target, clientX, clientY }: PointerEvent) => {
    const found = isPrimary && button === 0 && target instanceof Element ? target.closest('button') : null;
    pressed = found ? { button: found, x: clientX, y: clientY } : undefined;
  };
  const release = ({ target, clientX, clientY }: PointerEvent) => {
    const was = pressed;
    pressed = undefined;
    if (!was?.button.isConnected || was.button.contains(target as Node)) return;
    if (Math.hypot(clientX - was.x, clientY - was.y) < stillPx) was.button.click();
  };
  window.addEventListener('pointerdown', press, { capture: true });
  window.addEventListener('pointerup', release, { capture: true });
  return () => {
    window.removeEventListener('pointerdown', press, { capture: true });
    window.removeEventListener('pointerup', release, { capture: true });
  };
}
