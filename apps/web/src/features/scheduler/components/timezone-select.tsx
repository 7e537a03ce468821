import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect } from 'react';
import { shownErrors } from '../../../shared/shown-errors.ts';
import { messageOf } from '../../../shared/toasts.ts';
import { timezonesQuery } from '../api/scheduler.queries.ts';
import { ownTimezone } from '../model/due-text.ts';

/** Others are found by typing more. */
const maxShown = 60;

interface Props {
  label?: string;
  value: string;
  error: string | undefined;
  onChange: (timezone: string) => void;
}

/** TimezoneSelect selects a time zone by name, city or offset. */
export function TimezoneSelect({ label = 'Time zone', value, error, onChange }: Props) {
  const zones = useQuery(timezonesQuery);
  useLayoutEffect(() => shownErrors.add(zones.error), [zones.error]);
  const listed = (zones.data ?? []).map(({ timezone, offset }) => ({
    value: timezone,
    label: timezone === 'UTC' ? 'UTC' : `${timezone.replaceAll('_', ' ')} (UTC${offset === '+00:00' ? '' : offset})`,
  }));
  // Browsers have their own names for some zones.
  const others = [value, ownTimezone()].filter(
    (name, index, all) => all.indexOf(name) === index && !listed.some((zone) => zone.value === name),
  );
  return (
    <Select
      label={label}
      searchable
      allowDeselect={false}
      limit={maxShown}
      nothingFoundMessage="No matching time zone"
      data={[...others.map((name) => ({ value: name, label: name.replaceAll('_', ' ') })), ...listed]}
      value={value}
      error={zones.error ? messageOf(zones.error) : error}
      onChange={(chosen) => chosen && onChange(chosen)}
      onClick={() => {
        if (zones.isError) void zones.refetch();
      }}
    />
  );
}
