import type { CallOutput } from '@touchstone/contracts';
import type { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { formatCount } from '../../../../shared/format.ts';

export type ImportOutcome = CallOutput<typeof apiTestingRoutes.importSelectedApis>;
export type MergeOutcome = CallOutput<typeof apiTestingRoutes.mergeImport>;

const count = (amount: number, noun: string): string => `${formatCount(amount)} ${noun}${amount === 1 ? '' : 's'}`;

/** outcomeText says in one sentence what an import created. */
export function outcomeText({ imported, suites, environments }: ImportOutcome): string {
  const parts = [
    ...(suites.length ? [`${count(imported, 'request')} in ${count(suites.length, 'suite')}`] : []),
    ...(environments.length ? [count(environments.length, 'environment')] : []),
  ];
  return parts.length ? `Imported ${parts.join(' and ')}.` : 'Nothing was imported.';
}

/** mergeText says in one sentence what an update did. */
export const mergeText = ({ added, changed, removed }: MergeOutcome): string =>
  `Updated: ${formatCount(added)} added, ${formatCount(changed)} changed, ${formatCount(removed)} deleted.`;
