import { Alert, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { CallOutput } from '@touchstone/contracts';
import type { VirtualUserPack, virtualUserRoutes } from '@touchstone/contracts/virtual-users';
import type { Project } from '@touchstone/contracts/workspaces';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatCount, formatMoney } from '../../../shared/format.ts';
import { messageOf } from '../../../shared/toasts.ts';
import { Problem } from '../../../ui/page.tsx';
import { useWalletMutations } from '../api/wallet.mutations.ts';
import { packsQuery } from '../api/wallet.queries.ts';
import { virtualUserPaths } from '../paths.ts';
import classes from './wallet.module.css';
import { type WalletChoice, WalletSelect } from './wallet-select.tsx';

type Bought = CallOutput<typeof virtualUserRoutes.initiateVirtualUserPurchase>;

/** PackList sells packs of virtual users for either wallet. */
export function PackList({ project, canBuy }: { project: Project; canBuy: boolean }) {
  const packs = useQuery(packsQuery());
  const { buy } = useWalletMutations();
  const [wallet, setWallet] = useState<WalletChoice>('private');
  const [bought, setBought] = useState<Bought | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  if (packs.isError) return <Problem error={packs.error} onRetry={() => void packs.refetch()} />;

  const choose = async (pack: VirtualUserPack) => {
    setProblem(null);
    setBought(null);
    try {
      const sharedWalletId = wallet === 'shared' ? project.projectId : undefined;
      setBought(await buy.mutateAsync({ packId: pack.packId, sharedWalletId }));
    } catch (error) {
      const message = messageOf(error);
      setProblem(/^(Purchase failed|Unable to|Select a valid)/.test(message) ? message : `Purchase failed. ${message}`);
    }
  };
  return (
    <div className="form">
      <WalletSelect label="For which wallet" project={project} value={wallet} onChange={setWallet} />
      <ul className={classes.packs} aria-label="Packs">
        {(packs.data ?? []).map((pack) => (
          <li key={pack.packId}>
            <span className="grow num">
              <strong>{formatCount(pack.virtualUsers)}</strong> virtual users
            </span>
            <span className="num">{formatMoney(pack.price, pack.currency)}</span>
            {canBuy ? (
              <Button
                variant="default"
                loading={buy.isPending && buy.variables.packId === pack.packId}
                disabled={buy.isPending}
                onClick={() => void choose(pack)}
                aria-label={`Buy ${formatCount(pack.virtualUsers)} virtual users`}
              >
                Buy
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {packs.data?.length === 0 ? <p className="dim">No packs are on offer. Ask your administrator.</p> : null}
      {problem ? (
        <Alert className={classes.bought} color="red" role="alert">
          {problem}
        </Alert>
      ) : null}
      {bought ? (
        <Alert className={classes.bought} role="status" title={`Invoice ${bought.invoiceNumber}`}>
          Pay {formatMoney(bought.price, bought.currency)} by invoice. The wallet gets{' '}
          {formatCount(bought.virtualUsers)} virtual users when the payment is confirmed
          {bought.graceVirtualUsers ? `; ${formatCount(bought.graceVirtualUsers)} are lent to you until then` : ''}.{' '}
          <Link className="link" to={virtualUserPaths.billing(bought.invoiceNumber)}>
            Open the invoice
          </Link>
        </Alert>
      ) : null}
    </div>
  );
}
