import { useReactFlow } from '@xyflow/react';
import type { ClipboardEvent, FocusEvent, KeyboardEvent, RefObject } from 'react';
import type { Way } from '../../model/canvas/neighbour.ts';
import type { FlowEditor } from '../../model/editor.ts';
import type { FlowCanvasProps } from './canvas-props.ts';
import { useBlockFocus } from './use-block-focus.ts';

const ways: Record<string, Way> = { ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down' };
const steps: Record<Way, [number, number]> = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] };
const isField = (target: EventTarget) =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable="true"]') !== null;
const isTool = (target: EventTarget) => target instanceof HTMLElement && target.closest('[role="toolbar"]') !== null;

/** Moves the selection by a small or a large step. */
function move(editor: FlowEditor, way: Way, isFar: boolean): void {
  const { document, selection } = editor.getView();
  const [x, y] = steps[way];
  const by = isFar ? 24 : 4;
  const places = [...selection.nodes].flatMap((id) => {
    const place = document.layout[id];
    return place ? [[id, { ...place, x: place.x + x * by, y: place.y + y * by }] as const] : [];
  });
  editor.apply({ type: 'place', places: Object.fromEntries(places) }, 'move by keys');
}

/** A key with its modifiers: `mod+z`, `mod+shift+z`, `alt+ArrowUp`. */
function pressed({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): string {
  const isLetter = key.length === 1;
  const held = [ctrlKey || metaKey ? 'mod' : '', shiftKey && (!isLetter || ctrlKey || metaKey) ? 'shift' : ''];
  return [...held, altKey ? 'alt' : '', isLetter ? key.toLowerCase() : key].filter(Boolean).join('+');
}

/** useCanvasKeys handles the canvas keys while the canvas or one of its blocks has the focus. */
export function useCanvasKeys(props: FlowCanvasProps & { fit: () => void }, host: RefObject<HTMLElement | null>) {
  const { editor, kinds, isReadOnly = false, onOpen, onAdd, fit } = props;
  const { zoomIn, zoomOut, getViewport } = useReactFlow();
  const { focus, go, remove } = useBlockFocus(editor, kinds, host);
  const always: Record<string, () => void> = {
    Enter: () => (editor.getView().linking ? editor.finishLink() : onOpen?.()),
    Escape: () => (editor.getView().linking ? editor.cancelLink() : editor.select({})),
    '+': () => void zoomIn(),
    '-': () => void zoomOut(),
    '0': fit,
    'mod+a': () => editor.selectAll(),
  };
  const editing: Record<string, () => void> = {
    Delete: remove,
    Backspace: remove,
    i: () => onAdd?.(),
    t: () => editor.beginLink('success'),
    e: () => editor.beginLink('error'),
    'mod+z': () => editor.undo(),
    'mod+shift+z': () => editor.redo(),
    'mod+y': () => editor.redo(),
  };
  for (const [key, way] of Object.entries(ways)) {
    always[key] = () => go(way);
    editing[`alt+${key}`] = () => move(editor, way, false);
    editing[`shift+alt+${key}`] = () => move(editor, way, true);
  }
  const copy = (event: ClipboardEvent): boolean => {
    const text = isField(event.target) ? undefined : editor.copySelected();
    if (text === undefined) return false;
    event.clipboardData.setData('text/plain', text);
    event.preventDefault();
    return true;
  };
  const handlers = {
    tabIndex: 0,
    onKeyDown: (event: KeyboardEvent) => {
      if (isField(event.target) || isTool(event.target)) return;
      const key = pressed(event);
      const run = always[key] ?? (isReadOnly ? undefined : editing[key]);
      if (!run) return;
      event.preventDefault();
      event.stopPropagation();
      run();
    },
    onCopy: (event: ClipboardEvent) => void copy(event),
    onCut: (event: ClipboardEvent) => {
      if (!isReadOnly && copy(event)) remove();
    },
    onPaste: (event: ClipboardEvent) => {
      if (isReadOnly || isField(event.target)) return;
      const { x, y, zoom } = getViewport();
      const at = { x: Math.round((80 - x) / zoom), y: Math.round((80 - y) / zoom) };
      if (!editor.paste(event.clipboardData.getData('text/plain'), at)) return;
      event.preventDefault();
      const { current } = editor.getView();
      const { selection } = editor.getView();
      if (current !== undefined) focus(current);
      editor.select(selection, current);
    },
    onFocus: ({ target }: FocusEvent) => {
      const id = target instanceof HTMLElement ? target.dataset.block : undefined;
      if (id !== undefined && id !== editor.getView().current) editor.goTo(id);
    },
  };
  return { handlers, focus };
}
