import type { MonitorKind } from '@touchstone/contracts/api-monitoring';
import { kindLooks } from '../../model/kinds.ts';
import classes from './editor.module.css';

/** KindPicker asks what to monitor. */
export function KindPicker({ onPick }: { onPick: (kind: MonitorKind) => void }) {
  return (
    <ul className={classes.kinds} aria-label="Kinds of monitored APIs">
      {(Object.entries(kindLooks) as [MonitorKind, (typeof kindLooks)[MonitorKind]][]).map(
        ([kind, { label, icon: Icon, hint }], index) => (
          <li key={kind}>
            <button
              type="button"
              className={classes.kind}
              {...(index === 0 ? { 'data-autofocus': true } : {})}
              onClick={() => onPick(kind)}
            >
              <Icon size={18} aria-hidden />
              <span>
                <span className={classes.kindName}>{label}</span>
                <span className="dim">{hint}</span>
              </span>
            </button>
          </li>
        ),
      )}
    </ul>
  );
}
