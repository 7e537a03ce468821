import { Button, Select } from '@mantine/core';
import type { Insights } from '@touchstone/contracts/api-testing';
import { PeriodSelect } from '../../../../ui/select/period-select.tsx';
import { environmentChoice, firstPages, type InsightsSearch } from '../../model/insights-search.ts';
import toolbar from '../toolbar.module.css';

interface Props {
  search: InsightsSearch;
  range: { startDate: string; endDate: string };
  /** Undefined while loading. */
  choices: Pick<Insights, 'suites' | 'environments'> | undefined;
  onChange: (patch: Partial<InsightsSearch>) => void;
}

/** InsightsBar selects the days, the suite and the environment of the figures. */
export function InsightsBar({ search, range, choices, onChange }: Props) {
  const set = (patch: Partial<InsightsSearch>) => onChange({ ...patch, ...firstPages });
  const suites = (choices?.suites ?? []).map(({ suiteId, suiteName }) => ({ value: suiteId, label: suiteName }));
  const environments = (choices?.environments ?? []).map((name) => ({
    value: environmentChoice(name),
    label: name ?? 'No environment',
  }));
  const isFiltered = search.suite !== '' || search.environment !== '';
  return (
    <search className={toolbar.toolbar} aria-label="Filter insights">
      <PeriodSelect value={search} range={range} onChange={set} />
      <Select
        w={200}
        aria-label="Suite"
        placeholder="Any suite"
        searchable
        clearable
        limit={100}
        nothingFoundMessage="No suite has this name"
        data={suites}
        value={search.suite || null}
        onChange={(suite) => set({ suite: suite ?? '' })}
      />
      <Select
        w={180}
        aria-label="Environment"
        placeholder="Any environment"
        searchable
        clearable
        limit={100}
        nothingFoundMessage="No environment has this name"
        data={environments}
        value={search.environment || null}
        onChange={(environment) => set({ environment: environment ?? '' })}
      />
      {isFiltered ? (
        <Button variant="default" onClick={() => set({ suite: '', environment: '' })}>
          Clear filter
        </Button>
      ) : null}
    </search>
  );
}
