import { ActionIcon } from '@mantine/core';
import type { Collection } from '@touchstone/contracts/api-monitoring';
import { FolderPlus } from 'lucide-react';
import { formatCount } from '../../../../shared/format.ts';
import { StatusGlyph } from '../../../../ui/status/status-glyph.tsx';
import { RowMenu } from '../../../../ui/table/row-menu.tsx';
import { Tip } from '../../../../ui/tip/tip.tsx';
import classes from '../monitors/monitors.module.css';

interface Props {
  collections: readonly Collection[];
  /** Empty for all. */
  chosen: string;
  total: number;
  onChoose: (collectionId: string) => void;
  /** Absent if read-only. */
  actions?:
    | { onCreate: () => void; onEdit: (one: Collection) => void; onDelete: (one: Collection) => void }
    | undefined;
}

/** CollectionNav lists the collections of a project next to the selected one. */
export function CollectionNav({ collections, chosen, total, onChoose, actions }: Props) {
  return (
    <nav className={classes.side} aria-label="Collections" data-tour="collections">
      <div className={classes.sideHead}>
        <span className="eyebrow">Collections</span>
        {actions ? (
          <Tip label="Create collection">
            <ActionIcon size={24} aria-label="Create collection" onClick={actions.onCreate}>
              <FolderPlus size={15} />
            </ActionIcon>
          </Tip>
        ) : null}
      </div>
      <ul className={classes.collections}>
        <li className={classes.collection} data-chosen={chosen === '' || undefined}>
          <button
            type="button"
            className={classes.open}
            aria-current={chosen === '' ? 'true' : undefined}
            onClick={() => onChoose('')}
          >
            <span className="grow">All collections</span>
            <span className="dim num">{formatCount(total)}</span>
          </button>
        </li>
        {collections.map((one) => (
          <li
            key={one.collectionId}
            className={classes.collection}
            data-chosen={one.collectionId === chosen || undefined}
          >
            <button
              type="button"
              className={classes.open}
              title={one.description || one.name}
              aria-current={one.collectionId === chosen ? 'true' : undefined}
              onClick={() => onChoose(one.collectionId)}
            >
              <span className="grow ellipsis">{one.name}</span>
              <Worst collection={one} />
              <span className="dim num">{formatCount(one.monitors.total)}</span>
            </button>
            {actions ? (
              <RowMenu
                name={`collection ${one.name}`}
                entries={[
                  { label: 'Edit collection', run: () => actions.onEdit(one) },
                  { label: 'Delete collection…', run: () => actions.onDelete(one) },
                ]}
              />
            ) : null}
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** What needs attention in a collection. */
function Worst({ collection: { monitors } }: { collection: Collection }) {
  const [status, count, word] =
    monitors.DOWN > 0
      ? (['failed', monitors.DOWN, 'down'] as const)
      : (['flaky', monitors.DEGRADED, 'degraded'] as const);
  if (count === 0) return null;
  return (
    <span className="row" style={{ gap: 4 }} title={`${formatCount(count)} ${word}`}>
      <StatusGlyph status={status} size={12} decorative />
      <span className="num">{formatCount(count)}</span>
      <span className="visually-hidden">{word}</span>
    </span>
  );
}
