const mark = 'cutText';

/** The closest text around a place that an ellipsis truncates, if any. */
function cutAround(place: Element): HTMLElement | undefined {
  for (let at: Element | null = place; at instanceof HTMLElement; at = at.parentElement) {
    if (at.scrollWidth > at.clientWidth && getComputedStyle(at).textOverflow === 'ellipsis') return at;
    if (at.dataset[mark] !== undefined) {
      // It fits by now.
      at.removeAttribute('title');
      delete at.dataset[mark];
    }
  }
  return undefined;
}

/**
 * followCutText gives every text truncated by an ellipsis its full text as a tooltip on hover. Returns a function that
 * stops it.
 */
export function followCutText(): () => void {
  const showFullText = ({ target }: PointerEvent) => {
    const text = target instanceof Element ? cutAround(target) : undefined;
    if (!text || (text.title !== '' && text.dataset[mark] === undefined)) return;
    text.title = text.innerText ?? text.textContent ?? '';
    text.dataset[mark] = '';
  };
  document.addEventListener('pointerover', showFullText);
  return () => document.removeEventListener('pointerover', showFullText);
}
