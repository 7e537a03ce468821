import { formatClock } from '@touchstone/kernel';
import UPlot from 'uplot';
import type { ChartSeries, TimeChartProps } from './time-chart.tsx';

export const chartDashes: Record<ChartSeries['dash'], number[]> = { solid: [], dashed: [6, 4], dotted: [1.5, 3.5] };

/** Possible tick distances of the x axis, in seconds. */
const marks = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400];
/** Same, for an axis that shows instants. */
const instantMarks = [...marks, 21_600, 43_200, 86_400, 172_800, 604_800, 1_209_600, 2_592_000];
const daySeconds = 86_400;
const timeOfDay = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const dayOfYear = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric' });

const token = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** chartLook returns everything in a chart that doesn't depend on its points, in the page's current colours. */
export function chartLook(props: TimeChartProps): Omit<UPlot.Options, 'width' | 'height'> {
  const { series, syncKey, untilSecond, leftMax = 0, limits = [] } = props;
  const fromZero =
    (side: 'left' | 'right'): UPlot.Scale.Range =>
    (_chart, _min, max) => {
      const own = limits.filter(({ axis = 'left' }) => axis === side).map(({ value }) => value);
      return [0, Math.max(max ?? 0, side === 'left' ? leftMax : 0, ...own) * 1.08 || 1];
    };
  return {
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, ...(syncKey && { sync: { key: syncKey } }) },
    scales: {
      x: { time: false, range: (_chart, _min, max) => [0, Math.max(max ?? 0, untilSecond ?? 0, 5)] },
      left: { range: fromZero('left') },
      right: { range: fromZero('right') },
    },
    axes: axesOf(series, props.startsAt),
    series: [{}, ...series.map(lineOf)],
  };
}

function lineOf(line: ChartSeries): UPlot.Series {
  return {
    label: line.label,
    scale: line.axis ?? 'left',
    stroke: token(line.color),
    width: 1.6,
    dash: chartDashes[line.dash],
    // A line needs two points: a single one is drawn as a dot.
    points: { show: (chart) => chart.data[0].length === 1, size: 5 },
    ...(line.stepped && UPlot.paths.stepped && { paths: UPlot.paths.stepped({ align: 1 }) }),
  };
}

/** drawLimits draws a dotted, labelled line at each limit. */
export function drawLimits(chart: UPlot, limits: NonNullable<TimeChartProps['limits']>): void {
  const { ctx, bbox } = chart;
  const pixels = UPlot.pxRatio;
  ctx.save();
  ctx.strokeStyle = token('--fail');
  ctx.fillStyle = token('--ink-2');
  ctx.font = `${11 * pixels}px "Inter Variable", system-ui, sans-serif`;
  ctx.textAlign = 'left';
  ctx.textBaseline = 'bottom';
  ctx.setLineDash([2 * pixels, 3 * pixels]);
  for (const { value, label, axis = 'left' } of limits) {
    const y = chart.valToPos(value, axis, true);
    ctx.beginPath();
    ctx.moveTo(bbox.left, y);
    ctx.lineTo(bbox.left + bbox.width, y);
    ctx.stroke();
    ctx.fillText(label, bbox.left + 4 * pixels, y - 2 * pixels);
  }
  ctx.restore();
}

function axesOf(series: ChartSeries[], startsAt: number | undefined): UPlot.Axis[] {
  const look = { stroke: token('--ink-3'), font: '11px "Inter Variable", system-ui, sans-serif' };
  const grid = { stroke: token('--line'), width: 1 };
  const ticks = { show: false };
  const valueAxis = (scale: 'left' | 'right'): UPlot.Axis[] => {
    const line = series.find((candidate) => (candidate.axis ?? 'left') === scale);
    if (!line) return [];
    const values: UPlot.Axis.Values = (_chart, splits) => splits.map((value) => line.format(value));
    const side = scale === 'left' ? 3 : 1;
    return [{ ...look, scale, side, size: 56, grid: scale === 'left' ? grid : { show: false }, ticks, values }];
  };
  const seconds: UPlot.Axis.Values = (_chart, splits) => splits.map(formatClock);
  const instants: UPlot.Axis.Values = (_chart, splits, _axis, _space, apart) =>
    splits.map((second) =>
      (apart >= daySeconds ? dayOfYear : timeOfDay).format(new Date((startsAt ?? 0) + second * 1000)),
    );
  const across = startsAt === undefined ? { incrs: marks, values: seconds } : { incrs: instantMarks, values: instants };
  return [{ ...look, grid, ticks, size: 26, ...across }, ...valueAxis('left'), ...valueAxis('right')];
}
