import { Blank } from '../../../../ui/blank/blank.tsx';
import { SplitPane } from '../../../../ui/panes/split-pane.tsx';
import classes from './report.module.css';

const range = (count: number) => Array.from({ length: count }, (_, index) => index);
const widths = ['45%', '60%', '38%', '52%'];

/** StepSkeleton is shown in place of a loading step. */
export function StepSkeleton({ withHead = false }: { withHead?: boolean }) {
  return (
    <div aria-busy="true" style={{ height: '100%' }}>
      <span className="visually-hidden">Loading the step…</span>
      {withHead ? (
        <div className={classes.detailHead}>
          <Blank width={18} height={18} />
          <div className={`grow ${classes.blankLines}`}>
            <Blank width="40%" height={12} />
            <Blank width="60%" />
          </div>
        </div>
      ) : null}
      <div className={classes.blankBody}>
        {range(4).map((line) => (
          <Blank key={line} width={widths[line % widths.length]!} />
        ))}
      </div>
    </div>
  );
}

/** RowsSkeleton is shown in place of a loading step list. */
export function RowsSkeleton() {
  return (
    <div className={classes.list} aria-busy="true">
      {range(8).map((row) => (
        <div key={row} className={classes.blankRow}>
          <Blank width={widths[row % widths.length]!} />
        </div>
      ))}
    </div>
  );
}

/** ReportSkeleton is shown in place of a loading report. */
export function ReportSkeleton() {
  return (
    <div style={{ height: '100%', display: 'flex', flexDirection: 'column' }} aria-busy="true">
      <span className="visually-hidden">Loading the report…</span>
      <header className={classes.head}>
        <div className={classes.blankHead}>
          <Blank width="30%" height={14} />
          <Blank width="50%" />
          <Blank width="40%" height={14} />
          <Blank width="100%" />
        </div>
      </header>
      <div className="grow" style={{ minHeight: 0 }}>
        <SplitPane
          id="report"
          label="Width of the step list"
          direction="row"
          initial={42}
          screen="first"
          first={
            <div className={classes.listPane}>
              <RowsSkeleton />
            </div>
          }
          second={
            <div style={{ height: '100%', background: 'var(--surface)' }}>
              <StepSkeleton withHead />
            </div>
          }
        />
      </div>
    </div>
  );
}
