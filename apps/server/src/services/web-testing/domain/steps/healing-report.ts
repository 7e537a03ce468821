import { healingTitle, type StepHealing, verdictText } from '@touchstone/contracts/test-repository';
import type { ReportBlock } from '@touchstone/report';

/** The most traits of an element that a report lists. */
const maxTraits = 4;

/** healingBlocks returns the report blocks for elements found instead of a step's element. */
export function healingBlocks(healing: StepHealing): ReportBlock[] {
  const { verdict, isUsed, suspects } = healing;
  const summary: ReportBlock = {
    type: 'text',
    title: healingTitle(healing),
    ...(isUsed || verdict !== 'gone' ? { tone: 'warning' as const } : {}),
    lines: [verdictText(healing)],
  };
  if (suspects.length === 0) return [summary];
  return [
    summary,
    {
      type: 'list',
      title: 'Found instead',
      items: suspects.map(({ target, probability, evidence }, index) => ({
        strong: `${index + 1}. ${target.name}`,
        text: `${Math.floor(probability * 100)} % the same`,
        detail: evidence.slice(0, maxTraits).map(evidenceText).join('; '),
      })),
    },
  ];
}

const evidenceText = ({ trait, was, is, likeness }: StepHealing['suspects'][number]['evidence'][number]): string => {
  if (likeness >= 1) return `same ${trait} “${is}”`;
  if (is === '') return `${trait} “${was}” is gone`;
  return was === '' ? `${trait} “${is}” is new` : `${trait} was “${was}”, is “${is}”`;
};
