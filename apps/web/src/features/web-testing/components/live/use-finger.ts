import type { LiveInput } from '@touchstone/contracts/web-testing';
import { type PointerEvent, useRef } from 'react';

/** A finger that moves more pixels than this drags; otherwise it taps. */
const tapPixels = 8;

interface Place {
  x: number;
  y: number;
}

/**
 * useFinger listeners that turn a finger dragging over the picture into touches of the page. A tap needs none: the
 * browser emits mouse events for it.
 */
export function useFinger(at: (event: PointerEvent) => Place, send: (input: LiveInput) => void) {
  const finger = useRef<{ clientX: number; clientY: number; place: Place; isDragging: boolean }>(undefined);
  const isOther = ({ pointerType, isPrimary }: PointerEvent) => pointerType !== 'touch' || !isPrimary;
  const onEnd = (event: PointerEvent) => {
    if (isOther(event)) return;
    if (finger.current?.isDragging) send({ type: 'touchEnd', ...at(event) });
    finger.current = undefined;
  };
  return {
    onPointerDown(event: PointerEvent) {
      if (isOther(event)) return;
      const { clientX, clientY } = event;
      finger.current = { clientX, clientY, place: at(event), isDragging: false };
    },
    onPointerMove(event: PointerEvent) {
      const down = finger.current;
      if (isOther(event) || !down) return;
      const isFar = Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) > tapPixels;
      if (!down.isDragging && !isFar) return;
      if (!down.isDragging) send({ type: 'touchStart', ...down.place });
      down.isDragging = true;
      send({ type: 'touchMove', ...at(event) });
    },
    onPointerUp: onEnd,
    onPointerCancel: onEnd,
  };
}
