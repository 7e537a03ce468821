import { useComputedColorScheme } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { formatMinute } from '../../shared/format.ts';
import classes from './time-chart.module.css';
import type { ChartData, TimeChartProps } from './time-chart.tsx';
import { chartDashes, chartLook, drawLimits } from './time-chart-look.ts';

const redrawMs = 500;

/** TimeChartView draws on a canvas, outside of React's rendering: new points cost no render of the page. */
export function TimeChartView(props: TimeChartProps) {
  // A canvas keeps the colours it was drawn with, so the chart is recreated when the colour scheme changes.
  const scheme = useComputedColorScheme('light');
  return <Plot key={scheme} {...props} />;
}

function Plot(props: TimeChartProps) {
  const {
    label,
    series,
    source,
    height = 180,
    syncKey,
    untilSecond,
    leftMax,
    limits,
    startsAt,
    showsNewest = true,
  } = props;
  const box = useRef<HTMLDivElement>(null);
  const legend = useRef<HTMLUListElement>(null);
  const chart = useRef<UPlot>(null);
  useEffect(() => {
    if (!box.current || !legend.current) return;
    const drawn = drawChart(box.current, legend.current, {
      label,
      series,
      source,
      height,
      showsNewest,
      ...(syncKey && { syncKey }),
      untilSecond,
      leftMax,
      limits,
      startsAt,
    });
    chart.current = drawn.chart;
    return () => {
      chart.current = null;
      drawn.stop();
    };
  }, [label, series, source, height, syncKey, untilSecond, leftMax, limits, startsAt, showsNewest]);
  const moveCursor = (event: KeyboardEvent) => {
    const drawn = chart.current;
    const last = (drawn?.data[0].length ?? 0) - 1;
    if (!drawn || last < 0) return;
    const at = drawn.cursor.idx ?? last + 1;
    const targets: Record<string, number> = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    const second = drawn.data[0][Math.min(Math.max(target, 0), last)] ?? 0;
    drawn.setCursor({ left: drawn.valToPos(second, 'x'), top: 0 });
  };
  return (
    <>
      <ul ref={legend} className={classes.legend}>
        {series.map((line) => (
          <li key={line.label}>
            <svg width="20" height="4" aria-hidden="true">
              <line
                x1="0"
                x2="20"
                y1="2"
                y2="2"
                stroke={`var(${line.color})`}
                strokeWidth="2"
                strokeDasharray={chartDashes[line.dash].join(' ')}
              />
            </svg>
            {line.label} <output>–</output>
          </li>
        ))}
        {startsAt === undefined ? null : <li data-time aria-live="polite" />}
      </ul>
      <div
        ref={box}
        className={classes.plot}
        style={{ height }}
        role="img"
        aria-label={label}
        {...(startsAt === undefined ? {} : { tabIndex: 0, onKeyDown: moveCursor })}
      />
    </>
  );
}

/** The legend shows the values under the cursor, or the newest. */
function writeLegend(
  legend: Element,
  { series, startsAt, showsNewest = true }: TimeChartProps,
  data: ChartData,
  index: number | null | undefined,
) {
  for (const [place, output] of legend.querySelectorAll('output').entries()) {
    const at = index ?? (showsNewest ? data.seconds.length - 1 : -1);
    const value = data.values[place]?.[at];
    output.textContent =
      at < 0 ? '' : value === null || value === undefined ? '–' : (series[place]?.format(value) ?? '');
  }
  const time = legend.querySelector('[data-time]');
  const second = index === null || index === undefined ? undefined : data.seconds[index];
  if (time && startsAt !== undefined)
    time.textContent = second === undefined ? '' : formatMinute(new Date(startsAt + second * 1000).toISOString());
}

function drawChart(
  target: HTMLElement,
  legend: Element,
  props: TimeChartProps & { height: number },
): { chart: UPlot; stop: () => void } {
  const { source, height } = props;
  const width = () => Math.max(200, target.clientWidth);
  // More points than pixels cost time without showing more.
  const read = () => source.read(width());
  let data = read();
  const hooks = {
    setCursor: [(self: UPlot) => writeLegend(legend, props, data, self.cursor.idx)],
    draw: [(self: UPlot) => drawLimits(self, props.limits ?? [])],
  };
  const chart = new UPlot(
    { ...chartLook(props), width: width(), height, hooks },
    [data.seconds, ...data.values],
    target,
  );
  writeLegend(legend, props, data, null);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const redraw = () => {
    timer = undefined;
    data = read();
    chart.setData([data.seconds, ...data.values]);
    writeLegend(legend, props, data, chart.cursor.idx);
  };
  const stop = source.subscribe(() => {
    timer ??= setTimeout(redraw, redrawMs);
  });
  const watcher = new ResizeObserver(() => chart.setSize({ width: width(), height }));
  watcher.observe(target);
  return {
    chart,
    stop() {
      clearTimeout(timer);
      stop();
      watcher.disconnect();
      chart.destroy();
    },
  };
}
