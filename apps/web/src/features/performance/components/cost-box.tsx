import { Button, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { splitCost } from '@touchstone/contracts/virtual-users';
import type { Project } from '@touchstone/contracts/workspaces';
import { Link } from 'react-router';
import { formatCount } from '../../../shared/format.ts';
import { Problem } from '../../../ui/page.tsx';
import { StatusGlyph } from '../../../ui/status/status-glyph.tsx';
import { virtualUserPaths, walletQuery } from '../../virtual-users/index.ts';
import classes from './performance.module.css';

export type WalletChoice = 'private' | 'shared';

interface Props {
  project: Project;
  /** Virtual users needed by the run; undefined if the load is invalid. */
  virtualUsers: number | undefined;
  wallet: WalletChoice;
  onWallet: (wallet: WalletChoice) => void;
}

/** Free and paid virtual users in words; paid ones only if there are any. */
const kindsOf = (free: number, paid: number): string[] => [
  ...(free > 0 || paid === 0 ? [`${formatCount(free)} free`] : []),
  ...(paid > 0 ? [`${formatCount(paid)} paid`] : []),
];

/** CostBox says what the run takes from which wallet, before it starts. */
export function CostBox({ project, virtualUsers, wallet, onWallet }: Props) {
  const wallets = useQuery(walletQuery(project.projectId));
  const chosen = wallet === 'shared' ? wallets.data?.sharedWallet : wallets.data?.privateWallet;
  if (wallets.isError)
    return (
      <Problem
        error={new Error(`Unable to fetch balance. ${wallets.error.message}`)}
        onRetry={() => void wallets.refetch()}
      />
    );
  const cost = chosen && virtualUsers !== undefined ? splitCost(virtualUsers, chosen) : undefined;
  return (
    <>
      <SegmentedControl
        aria-label="Wallet"
        data={[
          { value: 'private', label: 'Private wallet' },
          { value: 'shared', label: 'Shared wallet' },
        ]}
        value={wallet}
        onChange={(value) => onWallet(value === 'shared' ? 'shared' : 'private')}
      />
      <p className={classes.hint}>
        {chosen
          ? `Available: ${kindsOf(chosen.freeVirtualUsers, chosen.paidVirtualUsers).join(' · ')}`
          : 'Reading the wallet…'}
      </p>
      {cost ? (
        <p className="num" style={{ margin: '4px 0 0' }} aria-live="polite">
          This run reserves {kindsOf(cost.free, cost.paid).join(' and ')} users.
          {cost.free > 0 ? ' Free users return when it ends.' : ''}
          {cost.paid > 0 ? ' Paid users are spent.' : ''}
        </p>
      ) : null}
      {cost && cost.missing > 0 ? (
        <p className={classes.start} role="alert" style={{ marginTop: 8 }}>
          <StatusGlyph status="error" decorative />
          <span>Missing: {formatCount(cost.missing)} virtual users</span>
          <Button component={Link} variant="default" to={virtualUserPaths.wallet(project.projectId)}>
            Buy a pack
          </Button>
        </p>
      ) : null}
    </>
  );
}
