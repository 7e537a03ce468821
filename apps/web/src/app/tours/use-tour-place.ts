import { type RefObject, useEffect, useState } from 'react';
import type { TourSide } from '../../shared/tours/tour.ts';
import { placePopover, type Rect } from './placement.ts';

export type TourTarget = { state: 'searching' | 'missing' } | { state: 'found'; element: Element };

interface Options {
  card: RefObject<HTMLElement | null>;
  target: TourTarget;
  side: TourSide;
  /** Called when the page removes the target. */
  onTargetLost: () => void;
}

interface Place {
  popover: { left: number; top: number } | undefined;
  /** The target with some padding. */
  hole: Rect | undefined;
}

const air = 4;

function measure({ card, target, side }: Pick<Options, 'card' | 'target' | 'side'>): Place {
  const box = target.state === 'found' ? target.element.getBoundingClientRect() : undefined;
  const hole = box && {
    left: Math.round(box.left) - air,
    top: Math.round(box.top) - air,
    width: Math.round(box.width) + 2 * air,
    height: Math.round(box.height) + 2 * air,
  };
  const popover = card.current && {
    width: card.current.offsetWidth,
    height: card.current.offsetHeight,
  };
  const window = { width: document.documentElement.clientWidth, height: document.documentElement.clientHeight };
  return { hole, popover: popover ? placePopover({ target: hole, popover, window, side }) : undefined };
}

/** useTourPlace follows the target as the page scrolls, loads and resizes, frame by frame while a tour is open. */
export function useTourPlace({ card, target, side, onTargetLost }: Options): Place {
  const [place, setPlace] = useState<Place>({ popover: undefined, hole: undefined });
  useEffect(() => {
    let last = '';
    let frame = 0;
    const follow = () => {
      if (target.state === 'found' && !target.element.isConnected) {
        onTargetLost();
        return;
      }
      const next = measure({ card, target, side });
      const text = JSON.stringify(next);
      if (text !== last) setPlace(next);
      last = text;
      frame = requestAnimationFrame(follow);
    };
    follow();
    return () => cancelAnimationFrame(frame);
  }, [card, target, side, onTargetLost]);
  return place;
}
