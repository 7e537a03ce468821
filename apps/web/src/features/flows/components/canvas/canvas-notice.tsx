import { Button, CloseButton } from '@mantine/core';
import type { EditorView, FlowEditor } from '../../model/editor.ts';
import classes from './flow-canvas.module.css';

/**
 * CanvasNotice says why a connection was refused, what it would convert, or what the keys do while a link is being
 * made.
 */
export function CanvasNotice({ editor, view }: { editor: FlowEditor; view: EditorView }) {
  const { notice, linking, document } = view;
  const from = linking && document.flow.nodes.find(({ id }) => id === linking.from);
  const text = from
    ? `Link from “${from.name}”${linking.on === 'error' ? ' on error' : ''}: go to a block with the arrow keys and press Enter.`
    : notice?.text;
  return (
    <div aria-live="polite">
      {text === undefined ? null : (
        <div className={classes.notice}>
          <span>{text}</span>
          {notice?.accept && !from ? (
            <Button variant="default" onClick={() => editor.apply(notice.accept!)}>
              Convert and connect
            </Button>
          ) : null}
          <CloseButton aria-label="Dismiss" onClick={() => (from ? editor.cancelLink() : editor.dismissNotice())} />
        </div>
      )}
    </div>
  );
}
