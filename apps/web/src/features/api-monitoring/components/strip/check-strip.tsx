import { type KeyboardEvent, useId, useState } from 'react';
import { Tip } from '../../../../ui/tip/tip.tsx';
import type { Bar } from '../../model/bars.ts';
import classes from './check-strip.module.css';

interface Props {
  /** What the bars show, with a summary. */
  label: string;
  /** Oldest first. */
  bars: readonly Bar[];
  height?: number;
  /** Whether the bars take the full width. */
  isWide?: boolean;
  /** Called on a click or Enter on a bar. */
  onOpen?: ((key: string) => void) | undefined;
}

/** CheckStrip draws checks or days as bars: a single tab stop, arrows move, Enter or a click opens. */
export function CheckStrip({ label, bars, height = 22, isWide = false, onOpen }: Props) {
  const id = useId();
  const [active, setActive] = useState<number | null>(null);
  if (bars.length === 0) return <span className="dim">–</span>;
  const last = bars.length - 1;
  const open = (at: number) => {
    const bar = bars[at];
    if (bar && bar.look !== 'none') onOpen?.(bar.key);
  };
  const handleKey = (event: KeyboardEvent) => {
    const at = active ?? last;
    const targets: Record<string, number> = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last };
    const target = targets[event.key];
    if (target !== undefined) setActive(Math.min(Math.max(target, 0), last));
    else if (event.key === 'Enter' || event.key === ' ') open(at);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      className={classes.strip}
      style={{ height }}
      data-wide={isWide || undefined}
      role="listbox"
      aria-orientation="horizontal"
      aria-label={label}
      aria-activedescendant={active === null ? undefined : `${id}${active}`}
      tabIndex={0}
      onFocus={() => setActive((before) => before ?? last)}
      onBlur={() => setActive(null)}
      onKeyDown={handleKey}
    >
      {bars.map(({ key, look, text }, at) => (
        <Tip key={key} label={text} isOpen={active === at}>
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: the strip handles the keys */}
          <span
            id={`${id}${at}`}
            role="option"
            aria-label={text}
            aria-selected={active === at}
            tabIndex={-1}
            className={classes.bar}
            data-opens={onOpen ? true : undefined}
            onClick={(event) => {
              event.stopPropagation();
              open(at);
            }}
          >
            <span className={classes.fill} data-look={look} />
          </span>
        </Tip>
      ))}
    </div>
  );
}
