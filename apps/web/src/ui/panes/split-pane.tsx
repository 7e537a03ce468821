import { type CSSProperties, type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { preferences, usePreferences } from '../../shared/preferences.ts';
import classes from './split-pane.module.css';

interface Props {
  /** Key under which the size is remembered. */
  id: string;
  label: string;
  direction: 'row' | 'column';
  initial: number;
  min?: number;
  max?: number;
  /** The only pane shown in a narrow window. */
  screen?: 'first' | 'second';
  /** In a narrow or low window both panes take their natural height, stacked, and scroll together. */
  flows?: boolean;
  first: ReactNode;
  second: ReactNode;
}

/** SplitPane splits its space with a handle that is dragged or moved with the arrow keys; remembers the size. */
export function SplitPane({ id, label, direction, initial, min = 15, max = 85, screen, flows, first, second }: Props) {
  const saved = usePreferences().splits[id] ?? initial;
  const [live, setLive] = useState<number | null>(null);
  const root = useRef<HTMLDivElement>(null);
  const percent = live ?? saved;
  const clamp = (value: number) => Math.min(Math.max(value, min), max);
  const keep = (value: number) => preferences.set({ splits: { ...preferences.get().splits, [id]: clamp(value) } });
  const at = (event: PointerEvent) => {
    const box = root.current!.getBoundingClientRect();
    return clamp(
      direction === 'row'
        ? ((event.clientX - box.left) / box.width) * 100
        : ((event.clientY - box.top) / box.height) * 100,
    );
  };
  const handleKey = (event: KeyboardEvent) => {
    const step = event.shiftKey ? 10 : 2;
    const less = direction === 'row' ? 'ArrowLeft' : 'ArrowUp';
    const more = direction === 'row' ? 'ArrowRight' : 'ArrowDown';
    if (event.key === less) keep(percent - step);
    else if (event.key === more) keep(percent + step);
    else if (event.key === 'Home') keep(min);
    else if (event.key === 'End') keep(max);
    else return;
    event.preventDefault();
  };
  return (
    <div ref={root} className={classes.split} data-direction={direction} data-screen={screen} data-flows={flows}>
      <div className={classes.pane} data-pane style={{ '--share': `${percent}%` } as CSSProperties}>
        {first}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a focusable separator is the ARIA pattern of a window splitter, hr cannot be moved */}
      <div
        className={classes.handle}
        data-direction={direction}
        data-dragging={live !== null || undefined}
        role="separator"
        tabIndex={0}
        aria-label={label}
        aria-orientation={direction === 'row' ? 'vertical' : 'horizontal'}
        aria-valuenow={Math.round(percent)}
        aria-valuemin={min}
        aria-valuemax={max}
        onKeyDown={handleKey}
        onDoubleClick={() => keep(initial)}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          setLive(at(event));
        }}
        onPointerMove={(event) => live !== null && setLive(at(event))}
        onPointerUp={(event) => {
          keep(at(event));
          setLive(null);
        }}
      />
      <div className={classes.pane} data-pane>
        {second}
      </div>
    </div>
  );
}
