import type { Extension } from '@codemirror/state';
import { Decoration, EditorView } from '@codemirror/view';

/** CodeFault is a problem in a text, as character offsets; `end` is exclusive. */
export interface CodeFault {
  start: number;
  end: number;
  severity: 'error' | 'warning';
  message: string;
}

const look = EditorView.theme({
  '.cm-fault-error': { textDecoration: 'underline wavy var(--fail)', textUnderlineOffset: '3px' },
  '.cm-fault-warning': { textDecoration: 'underline wavy var(--warn)', textUnderlineOffset: '3px' },
});

/** faultMarks underlines each fault and describes it on hover. A fault of length zero marks the character before it. */
export function faultMarks(faults: readonly CodeFault[] = []): Extension {
  if (faults.length === 0) return [];
  const decorations = EditorView.decorations.of((view) => {
    const { length } = view.state.doc;
    return Decoration.set(
      faults.flatMap(({ start, end, severity, message }) => {
        const to = Math.min(end, length);
        const from = Math.min(start, to - 1);
        if (from < 0) return [];
        return [Decoration.mark({ class: `cm-fault-${severity}`, attributes: { title: message } }).range(from, to)];
      }),
      true,
    );
  });
  return [look, decorations];
}
