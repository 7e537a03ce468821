import { Button, Group, NumberInput } from '@mantine/core';
import type { VirtualUserWallet } from '@touchstone/contracts/virtual-users';
import type { Project } from '@touchstone/contracts/workspaces';
import { useState } from 'react';
import { formatCount } from '../../../shared/format.ts';
import { messageOf, toast } from '../../../shared/toasts.ts';
import { useWalletMutations } from '../api/wallet.mutations.ts';
import { type WalletChoice, WalletSelect } from './wallet-select.tsx';

interface Props {
  project: Project;
  privateWallet: VirtualUserWallet | undefined;
  sharedWallet: VirtualUserWallet | undefined;
  canSpend: boolean;
}
interface Problems {
  to?: string;
  count?: string;
}

/** TransferForm moves paid virtual users between the wallets. */
export function TransferForm({ project, privateWallet, sharedWallet, canSpend }: Props) {
  const { transfer } = useWalletMutations();
  const [from, setFrom] = useState<WalletChoice>('private');
  const [to, setTo] = useState<WalletChoice | null>('shared');
  const [count, setCount] = useState<number | string>('');
  const [problems, setProblems] = useState<Problems>({});
  const source = from === 'private' ? privateWallet : sharedWallet;
  const available = source ? Math.max(0, source.paidVirtualUsers - source.graceVirtualUsers) : 0;
  if (!canSpend) return <p className="dim">Your role can see the wallets but not move virtual users.</p>;

  const submit = async () => {
    const virtualUsers = Number(count);
    if (!to || to === from) return setProblems({ to: 'Select a valid wallet' });
    if (!Number.isInteger(virtualUsers) || virtualUsers < 1)
      return setProblems({ count: 'Enter a whole number above 0.' });
    try {
      await transfer.mutateAsync({
        virtualUsers,
        ...(from === 'shared' ? { fromSharedWalletId: project.projectId } : { toSharedWalletId: project.projectId }),
      });
      setCount('');
      setProblems({});
      toast('success', `${formatCount(virtualUsers)} virtual users were moved.`);
    } catch (error) {
      const message = messageOf(error);
      setProblems({ count: /^(Unable to transfer|Select)/.test(message) ? message : `Unable to transfer. ${message}` });
    }
  };
  return (
    <form
      className="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <WalletSelect label="From" project={project} value={from} onChange={setFrom} />
      <div style={{ height: 12 }} />
      <WalletSelect
        label="To"
        project={project}
        value={to}
        error={problems.to ?? null}
        onChange={(choice) => {
          setTo(choice);
          setProblems({});
        }}
      />
      <NumberInput
        mt="md"
        label="Paid virtual users"
        description={`${formatCount(available)} can be moved`}
        min={1}
        allowDecimal={false}
        allowNegative={false}
        thousandSeparator=","
        value={count}
        error={problems.count}
        onChange={(value) => {
          setCount(value);
          setProblems({});
        }}
      />
      <Group justify="flex-end" mt="lg">
        <Button type="submit" loading={transfer.isPending}>
          Transfer
        </Button>
      </Group>
    </form>
  );
}
