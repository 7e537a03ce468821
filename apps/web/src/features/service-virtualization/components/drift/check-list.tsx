import type { DriftCheck } from '@touchstone/contracts/service-virtualization';
import { Link } from 'react-router';
import { counted, formatCount } from '../../../../shared/format.ts';
import { confirmAction } from '../../../../ui/dialog/confirm-dialog.tsx';
import { Panel } from '../../../../ui/panel.tsx';
import { RelativeTime } from '../../../../ui/status/relative-time.tsx';
import { StatusGlyph } from '../../../../ui/status/status-glyph.tsx';
import { RowMenu } from '../../../../ui/table/row-menu.tsx';
import { useDriftMutations } from '../../api/drift.ts';
import { checkLooks } from '../../model/verdicts.ts';
import { virtualizationPaths } from '../../paths.ts';
import classes from '../recording/recording.module.css';

interface Props {
  checks: readonly DriftCheck[];
  chosen: string | undefined;
  canWrite: boolean;
}

/** CheckList lists the drift checks of a project. */
export function CheckList({ checks, chosen, canWrite }: Props) {
  const { remove } = useDriftMutations();
  const askDelete = ({ checkId, total }: DriftCheck) =>
    confirmAction({
      title: `Delete this check with ${counted(total, 'finding')}?`,
      message: "You can't undo this.",
      confirm: 'Delete check',
      onConfirm: () => remove.mutateAsync(checkId),
    });
  return (
    <Panel title="Checks" note="The last 20 are kept">
      <ul className={classes.rows}>
        {checks.map((check) => (
          <li key={check.checkId} className={classes.row} data-chosen={check.checkId === chosen ? 'true' : undefined}>
            <StatusGlyph status={checkLooks[check.status].status} size={14} />
            <span className={classes.stack}>
              <Link
                className="link mono ellipsis"
                to={virtualizationPaths.drift({ check: check.checkId })}
                aria-current={check.checkId === chosen ? 'true' : undefined}
              >
                {check.targetUrl}
              </Link>
              <span className={classes.small}>
                {`${formatCount(check.counts.changed ?? 0)} changed · ${counted(check.total, 'asset')} · `}
                <RelativeTime at={check.startedAt} />
              </span>
            </span>
            {canWrite && check.status !== 'running' ? (
              <RowMenu
                name={`the check of ${check.targetUrl}`}
                entries={[{ label: 'Delete check…', run: () => askDelete(check) }]}
              />
            ) : null}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
