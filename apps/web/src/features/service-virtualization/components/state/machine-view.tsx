import type { MockScenario } from '@touchstone/contracts/service-virtualization';
import { useId } from 'react';
import { counted } from '../../../../shared/format.ts';
import { box, drawMachine } from '../../model/state-machine.ts';
import classes from './state.module.css';

const cut = (text: string): string => (text.length > 16 ? `${text.slice(0, 15)}…` : text);

/** MachineView draws the states and transitions of a scenario, with the number of callers in each state. */
export function MachineView({ scenario }: { scenario: MockScenario }) {
  const { states, arrows, width, height, y } = drawMachine(scenario);
  const marker = useId();
  const words = states
    .map(
      ({ name, callers, isCommon }) =>
        `${name}${isCommon ? ', all other callers' : ''}${callers ? `, ${callers} callers` : ''}`,
    )
    .join('; ');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section className={classes.drawing} tabIndex={0} aria-label={`Drawing of ${scenario.name}`}>
      <svg
        width={width + 16}
        height={height}
        viewBox={`-8 0 ${width + 16} ${height}`}
        role="img"
        aria-label={`States: ${words}`}
      >
        <title>{`States of ${scenario.name}`}</title>
        <defs>
          <marker id={marker} viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
            <path d="M0 0 L8 4 L0 8 z" className={classes.head} />
          </marker>
        </defs>
        {arrows.map(({ key, path, label, labelX, labelY }) => (
          <g key={key}>
            <path d={path} className={classes.arrow} markerEnd={`url(#${marker})`} />
            <text x={labelX} y={labelY} textAnchor="middle" className={classes.step}>
              {label}
            </text>
          </g>
        ))}
        {states.map(({ name, x, callers, isCommon }) => (
          <g key={name}>
            <title>{name}</title>
            <rect
              x={x}
              y={y}
              width={box.width}
              height={box.height}
              rx={6}
              className={classes.state}
              data-common={isCommon || undefined}
            />
            <text
              x={x + box.width / 2}
              y={y + (callers > 0 || isCommon ? 17 : 24)}
              textAnchor="middle"
              className={classes.name}
            >
              {cut(name)}
            </text>
            {callers > 0 || isCommon ? (
              <text x={x + box.width / 2} y={y + 32} textAnchor="middle" className={classes.callers}>
                {[isCommon && 'all others', callers > 0 && counted(callers, 'caller')].filter(Boolean).join(' · ')}
              </text>
            ) : null}
          </g>
        ))}
      </svg>
    </section>
  );
}
