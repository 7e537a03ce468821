import type { TourSide } from '../../shared/tours/tour.ts';

export interface Size {
  width: number;
  height: number;
}
export interface Rect extends Size {
  left: number;
  top: number;
}

/** Distances in pixels: from the target, and from the edge of the window. */
const gap = 12;
const margin = 8;
const opposite: Record<TourSide, TourSide> = { top: 'bottom', bottom: 'top', left: 'right', right: 'left' };
const sides: readonly TourSide[] = ['bottom', 'top', 'right', 'left'];

const clamp = (value: number, room: number, length: number) =>
  Math.max(margin, Math.min(value, room - length - margin));

interface Question {
  /** Absent: the middle of the window. */
  target: Rect | undefined;
  popover: Size;
  window: Size;
  side: TourSide;
}

/** placePopover positions a step beside its target if there is room, and always fully inside the window. */
export function placePopover({ target, popover, window, side }: Question): { left: number; top: number } {
  const inside = (left: number, top: number) => ({
    left: Math.round(clamp(left, window.width, popover.width)),
    top: Math.round(clamp(top, window.height, popover.height)),
  });
  if (!target) return inside((window.width - popover.width) / 2, (window.height - popover.height) / 2);
  const room: Record<TourSide, number> = {
    top: target.top - popover.height,
    bottom: window.height - target.top - target.height - popover.height,
    left: target.left - popover.width,
    right: window.width - target.left - target.width - popover.width,
  };
  const middle = {
    left: target.left + (target.width - popover.width) / 2,
    top: target.top + (target.height - popover.height) / 2,
  };
  const fitting = [side, opposite[side], ...sides].find((item) => room[item] >= gap + margin);
  switch (fitting) {
    case 'top':
      return inside(middle.left, target.top - popover.height - gap);
    case 'bottom':
      return inside(middle.left, target.top + target.height + gap);
    case 'left':
      return inside(target.left - popover.width - gap, middle.top);
    case 'right':
      return inside(target.left + target.width + gap, middle.top);
    default:
      // The target fills the window: cover the half that is farther from its middle.
      return inside(middle.left, target.top + target.height / 2 < window.height / 2 ? window.height : 0);
  }
}
