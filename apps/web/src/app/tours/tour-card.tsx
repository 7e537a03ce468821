import { Button, CloseButton } from '@mantine/core';
import { type KeyboardEvent, type Ref, useEffect, useId, useRef } from 'react';
import type { TourButton, TourStep } from '../../shared/tours/tour.ts';
import classes from './tour.module.css';
import type { TourTarget } from './use-tour-place.ts';

interface Props {
  ref: Ref<HTMLDivElement>;
  step: TourStep;
  /** The step's own buttons, unless it turns out to be the last one. */
  buttons: readonly TourButton[];
  tourName: string;
  number: number;
  count: number;
  target: TourTarget;
  place: { left: number; top: number } | undefined;
  onAct: (type: TourButton['type']) => void;
  onEnd: () => void;
}

const otherDialog = '[role="dialog"]:not([data-tour-card])';
const focusable = 'a[href], button:not(:disabled), input:not(:disabled), [tabindex="0"]';
const moves: Record<string, TourButton['type']> = {
  ArrowRight: 'next',
  ArrowDown: 'next',
  ArrowLeft: 'back',
  ArrowUp: 'back',
};

/** TourCard describes a step and leads on; keeps the focus inside, or on the target if that may be used. */
export function TourCard({ ref, step, buttons, tourName, number, count, target, place, onAct, onEnd }: Props) {
  const id = useId();
  const onward = useRef<HTMLButtonElement>(null);
  useEffect(() => onward.current?.focus({ preventScroll: true }), []);
  const clickable = step.canClickTarget && target.state === 'found' ? target.element : null;
  // The focus may be on the page: on the target, or nowhere after a click outside the card.
  useKeyDown((event) => {
    const at = event.target instanceof Element ? event.target : null;
    if (event.key === 'Escape' && !event.defaultPrevented && !at?.closest(otherDialog)) onEnd();
    const isOurs = at === document.body || at?.closest('[data-tour-card]') || (at && clickable?.contains(at));
    if (event.key === 'Tab' && isOurs) keepInside(event, document.querySelector('[data-tour-card]'), clickable);
  });
  const move = (event: KeyboardEvent) => {
    const type = moves[event.key];
    if (!type) return;
    event.preventDefault();
    if (buttons.some((button) => button.type === type)) onAct(type);
  };
  return (
    <div
      ref={ref}
      role="dialog"
      aria-modal={!step.canClickTarget}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      className={classes.card}
      data-tour-card
      data-target={target.state}
      data-placed={place ? true : undefined}
      style={place}
      onKeyDown={move}
    >
      <div className={classes.head}>
        <span className="eyebrow grow ellipsis">{tourName}</span>
        <span className="eyebrow num">
          Step {number} of {count}
        </span>
        <CloseButton size="sm" aria-label="End the tour" onClick={onEnd} />
      </div>
      <h2 id={`${id}-title`} className={classes.title}>
        {step.title}
      </h2>
      <p id={`${id}-text`}>
        {step.text}
        {target.state === 'missing' ? (
          <span className="dim"> This part of the page isn't visible right now.</span>
        ) : null}
      </p>
      <div className={classes.buttons}>
        {buttons.map(({ text, type }) =>
          type === 'back' ? (
            <Button key={type} variant="default" onClick={() => onAct(type)}>
              {text}
            </Button>
          ) : (
            <Button key={type} ref={onward} onClick={() => onAct(type)}>
              {text}
            </Button>
          ),
        )}
      </div>
    </div>
  );
}

function useKeyDown(handle: (event: globalThis.KeyboardEvent) => void): void {
  const latest = useRef(handle);
  useEffect(() => {
    latest.current = handle;
  });
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => latest.current(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

/** Tab cycles inside the card, and through the target if that may be used. */
function keepInside(event: globalThis.KeyboardEvent, card: Element | null, target: Element | null): void {
  const inCard = [...(card?.querySelectorAll<HTMLElement>(focusable) ?? [])];
  const beside = target?.matches(focusable) ? target : target?.querySelector(focusable);
  const ring = beside instanceof HTMLElement ? [...inCard, beside] : inCard;
  const at = ring.indexOf(document.activeElement as HTMLElement);
  event.preventDefault();
  ring.at((at + (event.shiftKey ? -1 : 1)) % ring.length)?.focus();
}
