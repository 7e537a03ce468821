const mark = 'cutText';

/** The nearest text around a place that an ellipsis cuts, if one does. */
function cutAround(place: Element): HTMLElement | undefined {
  for (let at: Element | null = place; at instanceof HTMLElement; at = at.parentElement) {
    if (at.scrollWidth > at.clientWidth && getComputedStyle(at).textOverflow === 'ellipsis') return at;
    if (at.dataset[mark] !== undefined) {
      // It has room by now.
      at.removeAttribute('title');
      delete at.dataset[mark];
    }
  }
  return undefined;
}

/** followCutText gives every text that is cut by an ellipsis its whole as a tooltip, when the pointer comes to it. Answers how to stop. */
export function followCutText(): () => void {
  const tell = ({ target }: PointerEvent) => {
    const text = target instanceof Element ? cutAround(target) : undefined;
    if (!text || (text.title !== '' && text.dataset[mark] === undefined)) return;
    text.title = text.innerText ?? text.textContent ?? '';
    text.dataset[mark] = '';
  };
  document.addEventListener('pointerover', tell);
  return () => document.removeEventListener('pointerover', tell);
}
