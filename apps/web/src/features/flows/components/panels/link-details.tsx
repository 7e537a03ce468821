import { Button, Select } from '@mantine/core';
import { Trash2 } from 'lucide-react';
import { conditionWords } from '../../model/condition-words.ts';
import type { EditorView, FlowEditor } from '../../model/editor.ts';
import { ConditionEditor } from './condition-editor.tsx';
import classes from './panels.module.css';

interface Props {
  editor: FlowEditor;
  view: EditorView;
  linkId: string;
  isReadOnly: boolean;
}

/** LinkDetails edits when a link is taken. */
export function LinkDetails({ editor, view, linkId, isReadOnly }: Props) {
  const { flow } = view.document;
  const link = flow.links.find(({ id }) => id === linkId);
  if (!link) return null;
  const nameOf = (id: string) => flow.nodes.find((node) => node.id === id)?.name ?? id;
  return (
    <section className={classes.panel} aria-label="Link">
      <div className={classes.head}>
        <h2 className="ellipsis">
          {nameOf(link.from)} → {nameOf(link.to)}
        </h2>
      </div>
      <div className={`${classes.body} form`}>
        <Select
          label="Taken after"
          data={[
            { value: 'success', label: 'Success' },
            { value: 'error', label: 'Error' },
          ]}
          allowDeselect={false}
          disabled={isReadOnly}
          value={link.on}
          onChange={(on) =>
            editor.apply({ type: 'set-link', id: link.id, patch: { on: on === 'error' ? 'error' : 'success' } })
          }
        />
        <h3 className="eyebrow">Condition</h3>
        <ConditionEditor
          key={link.id}
          label="Condition"
          value={link.condition ?? ''}
          words={conditionWords(view.document, link.from)}
          isReadOnly={isReadOnly}
          onChange={(condition) =>
            editor.apply({ type: 'set-link', id: link.id, patch: { condition } }, `condition ${link.id}`)
          }
        />
        <p className="dim">The link is taken only where the condition is true. Leave it empty to always take it.</p>
        {isReadOnly ? null : (
          <Button variant="default" leftSection={<Trash2 size={14} />} onClick={() => editor.removeSelected()}>
            Delete link
          </Button>
        )}
      </div>
    </section>
  );
}
