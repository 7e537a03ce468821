import type { KeyboardEvent } from 'react';
import { duplicateAll, moveAll, removeAll, switchAll } from '../../model/steps/several-steps.ts';
import { newStepId, type StepEditor } from '../../model/steps/use-step-editor.ts';

type Keys = Readonly<Record<string, (() => unknown) | undefined>>;

/** isField returns whether the focused element handles keys itself. */
export const isField = (target: EventTarget): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [role="listbox"], [role="menu"]') !== null;

const isButton = (target: EventTarget): boolean => target instanceof HTMLElement && target.closest('button') !== null;

/**
 * createStepKeys returns the key handler of the step list; in a field only Escape and the keys that move the step work.
 */
export function createStepKeys(editor: StepEditor, canWrite: boolean, focusList: () => void) {
  const { active, selected } = editor;
  const hasSeveral = selected.size > 1;
  const whereWritten = (keys: Keys): Keys => (canWrite ? keys : {});
  const withAlt = whereWritten({
    ArrowUp: () => active && (hasSeveral ? editor.several(moveAll(-1)) : editor.move(active, -1)),
    ArrowDown: () => active && (hasSeveral ? editor.several(moveAll(1)) : editor.move(active, 1)),
  });
  const withMod = whereWritten({
    z: editor.undo,
    y: editor.redo,
    '/': () => active && editor.several(switchAll),
    Z: editor.redo,
    d: () => active && (hasSeveral ? editor.several(duplicateAll(newStepId)) : editor.duplicate(active)),
  });
  const plain: Keys = {
    ArrowDown: () => editor.focus(neighbourOf(editor, 1)),
    ArrowUp: () => editor.focus(neighbourOf(editor, -1)),
    ...whereWritten({
      Enter: () => (active ? editor.focus(active, 'keyword') : editor.addAfter(null)),
      Delete: () => active && (hasSeveral ? editor.several(removeAll) : editor.remove(active)),
      Insert: () => editor.addAfter(active),
    }),
  };
  const withShift: Keys = {
    ArrowDown: () => editor.extendTo(neighbourOf(editor, 1)),
    ArrowUp: () => editor.extendTo(neighbourOf(editor, -1)),
  };
  const inField: Keys = {
    Escape() {
      editor.settle();
      focusList();
      if (active) editor.focus(active, 'row');
    },
  };
  const keysFor = ({ altKey, ctrlKey, metaKey, shiftKey, target }: KeyboardEvent): Keys => {
    if (altKey) return withAlt;
    if (isField(target)) return inField;
    if (ctrlKey || metaKey) return withMod;
    if (isButton(target)) return {};
    return shiftKey ? withShift : plain;
  };
  return (event: KeyboardEvent) => {
    const run = event.defaultPrevented ? undefined : keysFor(event)[event.key];
    if (!run) return;
    event.preventDefault();
    run();
  };
}

/** The step shown above or below the active one. */
function neighbourOf({ rows, active }: StepEditor, by: -1 | 1): string | null {
  const keys = rows.filter((row) => row.kind === 'step').map(({ key }) => key);
  const at = active === null ? -1 : keys.indexOf(active);
  return keys[Math.min(Math.max(at + by, 0), keys.length - 1)] ?? null;
}
