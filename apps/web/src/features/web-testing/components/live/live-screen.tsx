import type { LiveInput, LivePicked } from '@touchstone/contracts/web-testing';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react';
import type { LiveConnection } from '../../model/live/live-connection.ts';
import { isShortcutFor, keyInput, placeIn } from '../../model/live/live-keys.ts';
import { useLiveState } from '../../model/live/use-live.ts';
import classes from './live.module.css';
import { useFinger } from './use-finger.ts';
import { usePainted } from './use-painted.ts';

interface Props {
  connection: LiveConnection;
  /** Whether the viewer is in control of the browser. */
  isHeld: boolean;
  /** Shown before the first picture. */
  blank: ReactNode;
  /** Questions and offers over the page. */
  children?: ReactNode;
}

const buttons = ['left', 'middle', 'right'] as const;
const isMac = /mac|iphone|ipad/i.test(navigator.userAgent);

/**
 * LiveScreen shows a browser that runs on the server, and forwards mouse, keyboard and clipboard input to it. A field
 * over the picture receives the keys, so that input methods and phone keyboards work too.
 */
export function LiveScreen({ connection, isHeld, blank, children }: Props) {
  const state = useLiveState(connection);
  const canvas = useRef<HTMLCanvasElement>(null);
  const keys = useRef<HTMLTextAreaElement>(null);
  const size = usePainted(canvas, connection);
  const isUsable = isHeld && state.status === 'open' && !state.isTrying;
  const send = (input: LiveInput | undefined) => {
    if (isUsable && input) connection.input(input);
  };
  const at = (event: { clientX: number; clientY: number }) =>
    placeIn(event, canvas.current!.getBoundingClientRect(), size ?? { width: 1, height: 1 });
  useWheel(keys, (event) => {
    if (!isUsable) return;
    event.preventDefault();
    send({ type: 'wheel', ...at(event), dx: event.deltaX, dy: event.deltaY });
  });
  const finger = useFinger(at, send);
  const press = (type: 'down' | 'up') => (event: MouseEvent<HTMLTextAreaElement>) => {
    if (!isUsable) return;
    event.preventDefault();
    if (type === 'down') event.currentTarget.focus({ preventScroll: true });
    const button = buttons[event.button];
    if (button) send({ type, ...at(event), button, count: Math.min(3, Math.max(1, event.detail)) });
  };
  const isShown = size !== null && !state.isIdle;
  return (
    <div className={classes.screen}>
      <div
        className={classes.page}
        style={{ '--ratio': size ? size.width / size.height : 16 / 9 } as React.CSSProperties}
      >
        <canvas ref={canvas} className={classes.canvas} hidden={!isShown} aria-hidden />
        {isShown ? null : <div className={classes.blank}>{blank}</div>}
        {isShown && isUsable ? (
          <textarea
            ref={keys}
            className={classes.keys}
            style={{ cursor: state.mode === 'pick' ? 'crosshair' : state.cursor }}
            aria-label="Browser. Keys go to the page; Shift with Escape leaves it."
            spellCheck={false}
            autoComplete="off"
            autoCapitalize="off"
            value=""
            {...finger}
            onMouseMove={(event) => send({ type: 'move', ...at(event) })}
            onMouseDown={press('down')}
            onMouseUp={press('up')}
            onContextMenu={(event) => event.preventDefault()}
            onKeyDown={(event) => handleKey(event, connection, send)}
            onKeyUp={(event) => send(keyInput('keyUp', event.key, isMac))}
            onPaste={(event: ClipboardEvent) => {
              event.preventDefault();
              send({ type: 'text', text: event.clipboardData.getData('text/plain') });
            }}
            onChange={(event) => {
              if (!(event.nativeEvent as InputEvent).isComposing)
                send({ type: 'text', text: event.currentTarget.value });
            }}
            onCompositionEnd={(event) => send({ type: 'text', text: event.data })}
            onBlur={() => {
              for (const key of ['Shift', 'Control', 'Alt', 'Meta']) send({ type: 'keyUp', key });
            }}
          />
        ) : null}
        {isShown ? (
          <div className={classes.marks} aria-hidden>
            {state.pointed && state.mode === 'pick' ? (
              <Mark box={state.pointed.box} page={size} label={`${state.pointed.name} · ${state.pointed.way}`} />
            ) : null}
            {state.picked ? <Mark box={state.picked.box} page={size} label="" isChosen /> : null}
          </div>
        ) : null}
        {isShown && state.options && isUsable ? <Options connection={connection} page={size} /> : null}
      </div>
      <div className={classes.cards}>{children}</div>
    </div>
  );
}

function handleKey(
  event: KeyboardEvent<HTMLTextAreaElement>,
  connection: LiveConnection,
  send: (input: LiveInput | undefined) => void,
): void {
  if (event.nativeEvent.isComposing) return;
  if (event.key === 'Escape' && event.shiftKey) {
    event.currentTarget.blur();
    return;
  }
  event.stopPropagation();
  // The clipboard is this machine's.
  if (isShortcutFor('v', event)) return;
  if (isShortcutFor('c', event) || isShortcutFor('x', event)) void copy(connection);
  const input = keyInput('keyDown', event.key, isMac);
  if (!input) return;
  event.preventDefault();
  send(input);
}

async function copy(connection: LiveConnection): Promise<void> {
  const text = await connection.command({ type: 'copy' });
  if (text !== '') await navigator.clipboard.writeText(text).catch(() => undefined);
}

/** React's listeners are passive, so they can't prevent the page from scrolling. */
function useWheel(target: React.RefObject<HTMLElement | null>, onWheel: (event: WheelEvent) => void): void {
  const latest = useRef(onWheel);
  latest.current = onWheel;
  useEffect(() => {
    const element = target.current;
    if (!element) return;
    const listen = (event: WheelEvent) => latest.current(event);
    element.addEventListener('wheel', listen, { passive: false });
    return () => element.removeEventListener('wheel', listen);
  });
}

interface MarkProps {
  box: LivePicked['box'];
  page: { width: number; height: number };
  label: string;
  isChosen?: boolean;
}

/** A frame around an element. */
function Mark({ box, page, label, isChosen = false }: MarkProps) {
  return (
    <div className={classes.mark} data-chosen={isChosen || undefined} style={inPage(box, page)}>
      {label ? <span className={`${classes.markLabel} ellipsis`}>{label}</span> : null}
    </div>
  );
}

const inPage = (box: LivePicked['box'], page: { width: number; height: number }): React.CSSProperties => ({
  left: `${(box.x / page.width) * 100}%`,
  top: `${(box.y / page.height) * 100}%`,
  width: `${(box.width / page.width) * 100}%`,
  height: `${(box.height / page.height) * 100}%`,
});

/** The options of a select on the page, which browsers render outside of it. */
function Options({ connection, page }: { connection: LiveConnection; page: { width: number; height: number } }) {
  const { options } = useLiveState(connection);
  const chosen = useRef<HTMLButtonElement>(null);
  const [search, setSearch] = useState('');
  useEffect(() => chosen.current?.focus(), []);
  if (!options) return null;
  const { box } = options;
  const close = () => void connection.command({ type: 'chooseOption', value: null });
  const shown = options.options.filter(({ label }) => label.toLowerCase().includes(search.toLowerCase()));
  return (
    <div
      className={classes.options}
      role="listbox"
      aria-label="Choose an option"
      tabIndex={-1}
      style={{ left: `${(box.x / page.width) * 100}%`, top: `${((box.y + box.height) / page.height) * 100}%` }}
      onKeyDown={(event) => event.key === 'Escape' && close()}
    >
      {options.options.length > 12 ? (
        <input
          className={classes.search}
          aria-label="Search options"
          placeholder="Search"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      ) : null}
      {shown.map(({ value, label, isSelected }) => (
        <button
          key={`${value} ${label}`}
          ref={isSelected ? chosen : undefined}
          type="button"
          role="option"
          aria-selected={isSelected}
          onClick={() => void connection.command({ type: 'chooseOption', value })}
        >
          {label || ' '}
        </button>
      ))}
      <button type="button" className="dim" onClick={close}>
        Cancel
      </button>
    </div>
  );
}
