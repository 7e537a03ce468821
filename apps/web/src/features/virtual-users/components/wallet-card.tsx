import { Button } from '@mantine/core';
import type { VirtualUserWallet } from '@touchstone/contracts/virtual-users';
import { formatCount, formatExact } from '../../../shared/format.ts';
import { toast, toastError } from '../../../shared/toasts.ts';
import { confirmAction } from '../../../ui/dialog/confirm-dialog.tsx';
import { useWalletMutations } from '../api/wallet.mutations.ts';
import classes from './wallet.module.css';

interface Props {
  title: string;
  wallet: VirtualUserWallet | null | undefined;
  canSpend: boolean;
}

/** WalletCard shows the contents of a wallet: free, paid, and reserved by runs. */
export function WalletCard({ title, wallet, canSpend }: Props) {
  const shown = (value: number | undefined) => (value === undefined ? '\u00a0' : formatCount(value));
  return (
    <section className={classes.card} aria-label={title}>
      <h3 className="eyebrow ellipsis">{title}</h3>
      <dl className={classes.numbers}>
        {(
          [
            ['Free', wallet?.freeVirtualUsers],
            ['Paid', wallet?.paidVirtualUsers],
            ['In runs', wallet?.reservedVirtualUsers],
          ] as const
        )
          // Hides zero values, except for free ones.
          .filter(([label, value]) => label === 'Free' || (value ?? 0) !== 0)
          .map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd className="num">{shown(value)}</dd>
            </div>
          ))}
      </dl>
      {wallet && wallet.graceStatus !== 'NONE' ? <Grace wallet={wallet} canSpend={canSpend} /> : null}
    </section>
  );
}

function Grace({ wallet, canSpend }: { wallet: VirtualUserWallet; canSpend: boolean }) {
  const { endGrace } = useWalletMutations();
  const count = formatCount(wallet.graceVirtualUsers);
  if (wallet.graceStatus === 'OWED')
    return <p className={classes.grace}>{count} lent and used; the next purchase pays them back.</p>;
  const ask = () =>
    confirmAction({
      title: 'Return the lent virtual users?',
      message: `${count} were lent until your invoice is paid. Those that no run used go back now.`,
      confirm: `Return ${count} virtual users`,
      onConfirm: async () => {
        try {
          await endGrace.mutateAsync();
          toast('success', 'The grace has ended.');
        } catch (error) {
          toastError(error);
        }
      },
    });
  return (
    <p className={classes.grace}>
      <span>
        {count} paid users are lent until your invoice is paid
        {wallet.graceUntil ? `, at most to ${formatExact(wallet.graceUntil)}` : ''}.
      </span>
      {canSpend ? (
        <Button variant="subtle" size="compact-xs" onClick={ask}>
          End grace…
        </Button>
      ) : null}
    </p>
  );
}
