import { useQuery } from '@tanstack/react-query';
import type { StepTrace } from '@touchstone/contracts/runs';
import { Link } from 'react-router';
import { formatCount } from '../../../../shared/format.ts';
import { StatusGlyph } from '../../../../ui/status/status-glyph.tsx';
import { stepTracesQuery } from '../../api/step-traces.ts';
import classes from './traces.module.css';

interface Props {
  runId: string;
  stepId: string;
  /** What the step called, according to its report. */
  address?: string | undefined;
}

/** A step's effects with the same title. */
interface TraceTab {
  title: string;
  total: number;
  traces: StepTrace[];
}

/** Effects of a step in other services, by title; empty while loading, or if there are none. */
function useStepTraces({ runId, stepId, address }: Props, isEnded = true): TraceTab[] {
  const { data = [] } = useQuery({ ...stepTracesQuery(runId, stepId, address), enabled: isEnded });
  return [...Map.groupBy(data, ({ title }) => title)].map(([title, traces]) => ({
    title,
    total: traces.reduce((sum, { total }) => sum + total, 0),
    traces,
  }));
}

/** useTraceTabs effects of a step in other services, as tabs next to those of its exchange. */
export const useTraceTabs = (step: Props, isEnded: boolean) =>
  useStepTraces(step, isEnded).map(({ title, total, traces }) => ({
    id: title,
    label: title,
    count: total > 0 ? String(total) : undefined,
    content: () => <TraceList traces={traces} />,
  }));

/** StepTraces shows a step's effects in other services, each linked to where it is stored. Hidden if there are none. */
export function StepTraces(props: Props) {
  return useStepTraces(props).map(({ title, traces }) => (
    <section key={title} aria-label={title}>
      <h3 className="eyebrow">{title}</h3>
      <TraceList traces={traces} />
    </section>
  ));
}

/** Lists the effects of a step. */
function TraceList({ traces }: { traces: readonly StepTrace[] }) {
  return traces.map((trace) => (
    <div key={trace.link ?? trace.place ?? trace.note} className={classes.trace}>
      <Head trace={trace} />
      {trace.note ? <p className="dim">{trace.note}</p> : null}
      {trace.lines.length > 0 ? (
        <ul className={classes.lines} aria-label={`${trace.title} of ${trace.place}`}>
          {trace.lines.map(({ entryId, badge, title, note, isProblem, link }) => (
            <li key={entryId}>
              <Link to={link} className={classes.line}>
                <StatusGlyph status={isProblem ? 'failed' : 'passed'} size={14} decorative />
                <span className={classes.badge}>{badge}</span>
                <span className="mono ellipsis">{title}</span>
                <span className="grow" />
                <span className="dim">{note}</span>
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  ));
}

function Head({ trace: { place, link, lines, total } }: { trace: StepTrace }) {
  if (place === null && link === null) return null;
  const left = total - lines.length;
  return (
    <p className={classes.head}>
      <span>{place}</span>
      {left > 0 ? (
        <span className="dim num">
          The newest {formatCount(lines.length)} of {formatCount(total)}
        </span>
      ) : null}
      {link ? (
        <Link className="link" to={link}>
          Open in journal
        </Link>
      ) : null}
    </p>
  );
}
