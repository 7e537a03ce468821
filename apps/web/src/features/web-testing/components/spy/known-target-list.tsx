import type { KnownTarget } from '@touchstone/contracts/web-testing';
import type { Target } from '@touchstone/engine-keyword/core';
import { useState } from 'react';
import { confirmAction } from '../../../../ui/dialog/confirm-dialog.tsx';
import { RowMenu } from '../../../../ui/table/row-menu.tsx';
import { useKnownTargetMutations } from '../../api/known-targets.ts';
import { copyText } from '../../model/live/element-facts.ts';
import { targetText } from '../../model/steps/step-text.ts';
import { NamedDialog } from '../named-dialog.tsx';
import classes from './spy.module.css';

interface Props {
  known: readonly KnownTarget[];
  canWrite: boolean;
}

/** KnownTargetList lists the elements that the project has saved, each with its first locator. */
export function KnownTargetList({ known, canWrite }: Props) {
  const { update, remove } = useKnownTargetMutations();
  const [renamed, setRenamed] = useState<KnownTarget | null>(null);
  const askDelete = ({ uuid, target: { name } }: KnownTarget) =>
    confirmAction({
      title: `Delete known target ${name}?`,
      message: "Steps that use it keep their locators. You can't undo this.",
      confirm: 'Delete known target',
      onConfirm: () => remove.mutateAsync(uuid),
    });
  return (
    <section className={classes.card} aria-label="Known targets">
      <h2>Known targets</h2>
      {known.length === 0 ? (
        <p className="dim">None yet. Save an element here, and the Target field of every step offers it.</p>
      ) : null}
      <ul className={classes.known} data-tour="known-targets">
        {known.map((one) => {
          const { uuid, target, pageUrl } = one;
          const text = targetText(target as Target);
          return (
            <li key={uuid} data-row>
              <span className={classes.what} title={pageUrl || undefined}>
                <span className="ellipsis">{target.name}</span>
                <span className="mono dim ellipsis">{text}</span>
              </span>
              <RowMenu
                name={target.name}
                entries={[
                  { label: 'Copy locator', run: () => void copyText(text) },
                  canWrite && { label: 'Rename known target…', run: () => setRenamed(one) },
                  canWrite && { label: 'Delete known target…', run: () => askDelete(one) },
                ]}
              />
            </li>
          );
        })}
      </ul>
      {renamed ? (
        <NamedDialog
          noun="known target"
          saved={{ name: renamed.target.name, description: '' }}
          descriptionLabel={null}
          onSubmit={async ({ name }) => {
            const { uuid, target, pageUrl } = renamed;
            await update.mutateAsync({ uuid, target: { ...target, name: name.trim() }, pageUrl });
            return undefined;
          }}
          onClose={() => setRenamed(null)}
        />
      ) : null}
    </section>
  );
}
