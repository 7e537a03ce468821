import { Button } from '@mantine/core';
import type { Limit } from '@touchstone/contracts/subscription';
import type { Column } from '../../../ui/table/data-table.tsx';
import { limitText, planChoices } from '../model/plan-text.ts';
import classes from './organizations.module.css';

/** The open dialog; without a limit, one is added. */
export type OpenedLimit = { kind: 'limit'; limit?: Limit } | { kind: 'override'; limit: Limit };

/**
 * limitColumns columns for a limit by plan and for the chosen organization; `onOpen` is given for users who may change
 * it.
 */
export function limitColumns(
  chosen: { organizationName: string } | null | undefined,
  onOpen: ((opened: OpenedLimit) => void) | undefined,
): Column<Limit>[] {
  return [
    { key: 'name', header: 'Limit', width: 270, cell: ({ limitName }) => <span className="mono">{limitName}</span> },
    { key: 'description', header: 'Description', cell: ({ description }) => description || '–' },
    ...planChoices.map(
      ({ value, label }): Column<Limit> => ({
        key: value,
        header: label,
        align: 'right',
        width: 104,
        cell: ({ byPlan }) => limitText(byPlan[value]),
      }),
    ),
    ...(chosen
      ? [
          {
            key: 'value',
            header: chosen.organizationName,
            align: 'right' as const,
            width: 150,
            cell: ({ value, isOverridden }: Limit) => (
              <>
                {isOverridden ? <span className={classes.mark}>own</span> : null} {limitText(value)}
              </>
            ),
          },
        ]
      : []),
    ...(onOpen
      ? [
          {
            key: 'actions',
            header: '',
            width: chosen ? 210 : 120,
            cell: (limit: Limit) => (
              <div className={classes.cellActions}>
                <Button
                  variant="default"
                  size="compact-xs"
                  aria-label={`By plan: ${limit.limitName}`}
                  onClick={() => onOpen({ kind: 'limit', limit })}
                >
                  By plan
                </Button>
                {chosen ? (
                  <Button
                    variant="default"
                    size="compact-xs"
                    aria-label={`Override ${limit.limitName}`}
                    onClick={() => onOpen({ kind: 'override', limit })}
                  >
                    Override
                  </Button>
                ) : null}
              </div>
            ),
          },
        ]
      : []),
  ];
}
