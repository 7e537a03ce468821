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
  /** What the step called, as its report says. */
  address?: string | undefined;
}

/** What a step caused, with all of one title. */
interface TraceTab {
  title: string;
  total: number;
  traces: StepTrace[];
}

/** useStepTraces is what a step caused in other services, by title; nothing while it is read, and where it caused nothing. */
function useStepTraces({ runId, stepId, address }: Props, isEnded = true): TraceTab[] {
  const { data = [] } = useQuery({ ...stepTracesQuery(runId, stepId, address), enabled: isEnded });
  return [...Map.groupBy(data, ({ title }) => title)].map(([title, traces]) => ({
    title,
    total: traces.reduce((sum, { total }) => sum + total, 0),
    traces,
  }));
}

/** useTraceTabs is what a step caused in other services, as tabs beside those of its exchange. */
export const useTraceTabs = (step: Props, isEnded: boolean) =>
  useStepTraces(step, isEnded).map(({ title, total, traces }) => ({
    id: title,
    label: title,
    count: total > 0 ? String(total) : undefined,
    content: () => <TraceList traces={traces} />,
  }));

/** StepTraces shows what a step caused in other services, each with a link to where it is kept. Nothing is shown where there is none. */
export function StepTraces(props: Props) {
  return useStepTraces(props).map(({ title, traces }) => (
    <section key={title} aria-label={title}>
      <h3 className="eyebrow">{title}</h3>
      <TraceList traces={traces} />
    </section>
  ));
}

/** TraceList lists what a step caused. */
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
