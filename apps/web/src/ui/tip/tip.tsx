import type { TooltipProps } from '@mantine/core';
import {
  cloneElement,
  lazy,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  Suspense,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';

/** If the file fails to load there is no tip, but nothing else is missing. */
const loadBubble = () => import('./tip-bubble.tsx').catch(() => ({ default: () => null }));
const Bubble = lazy(loadBubble);

const openDelayMs = 400;

interface Props {
  label: ReactNode;
  position?: TooltipProps['position'];
  /** Shows it without the mouse, such as on keyboard focus; the control takes a ref then. */
  isOpen?: boolean;
  children: ReactElement;
}

type Handlers = Partial<Record<'onPointerEnter' | 'onPointerLeave' | 'onPointerDown', (event: PointerEvent) => void>>;

/**
 * Tip shows what a control does while hovered. Until then it costs nothing: a page has dozens, and each would compute
 * its position on every render. Other props, such as those of a menu target, are passed on to the control.
 */
export function Tip({ label, position, isOpen, children, ...given }: Props) {
  const [resting, setResting] = useState<HTMLElement | null>(null);
  const [control, setControl] = useState<HTMLElement | null>(null);
  const target = resting ?? (isOpen ? control : null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const id = useId();
  const close = () => {
    clearTimeout(timer.current);
    setResting(null);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!resting) return;
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && setResting(null);
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [resting]);
  const own = children.props as Handlers & { 'aria-describedby'?: string };
  const handlers: Required<Handlers> = {
    onPointerEnter(event) {
      own.onPointerEnter?.(event);
      const under = event.currentTarget as HTMLElement;
      if (event.pointerType === 'touch') return;
      timer.current = setTimeout(() => setResting(under), openDelayMs);
      // The delay covers the download.
      void loadBubble();
    },
    onPointerLeave(event) {
      own.onPointerLeave?.(event);
      close();
    },
    onPointerDown(event) {
      own.onPointerDown?.(event);
      close();
    },
  };
  return (
    <>
      {cloneElement(children as ReactElement<Handlers & { 'aria-describedby'?: string | undefined }>, {
        ...given,
        ...handlers,
        ...(isOpen !== undefined && { ref: setControl }),
        'aria-describedby': target ? id : own['aria-describedby'],
      })}
      {target ? (
        <Suspense>
          <Bubble target={target} label={<span id={id}>{label}</span>} position={position} />
        </Suspense>
      ) : null}
    </>
  );
}
