import { useQuery } from '@tanstack/react-query';
import { counted, formatCount, formatDuration } from '../../../../shared/format.ts';
import { type SuitePlace, suiteMetricsQuery } from '../../api/suites.ts';

interface Props {
  place: SuitePlace;
  /** Number of suites on the page. */
  count: number;
}

/** SuiteMetrics summarizes the results of the suites of a sprint or test lab in one line. */
export function SuiteMetrics({ place, count }: Props) {
  const { data } = useQuery(suiteMetricsQuery(place));
  const parts = [counted(count, 'suite')];
  if (data && data.passRate !== null) {
    const { suites, steps, durationMs } = data;
    const notRun = suites.notRun > 0 ? `, ${formatCount(suites.notRun)} not run` : '';
    parts.push(
      `${formatCount(suites.passed)} passed, ${formatCount(suites.failed)} failed${notRun}`,
      `${formatCount(steps.passed)} of ${counted(steps.total, 'step')}`,
      formatDuration(durationMs),
    );
  }
  return <span className="num">{parts.join(' · ')}</span>;
}
