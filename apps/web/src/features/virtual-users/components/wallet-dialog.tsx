import { Modal, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Project } from '@touchstone/contracts/workspaces';
import { useAccount } from '../../../shared/session/browser-session.ts';
import { Problem } from '../../../ui/page.tsx';
import { walletQuery } from '../api/wallet.queries.ts';
import { titled } from '../model/titled-error.ts';
import { PackList } from './pack-list.tsx';
import { TransferForm } from './transfer-form.tsx';
import classes from './wallet.module.css';
import { WalletCard } from './wallet-card.tsx';
import { WalletHistory } from './wallet-history.tsx';

interface Props {
  project: Project;
  tab: string;
  onTab: (tab: string | null) => void;
  onClose: () => void;
}

/** WalletDialog shows the private wallet and the workspace's, sells packs, moves virtual users and lists changes. */
export function WalletDialog({ project, tab, onTab, onClose }: Props) {
  const wallets = useQuery(walletQuery(project.projectId));
  const account = useAccount();
  const canSpend = account.role !== 'ROLE_GUEST' && account.plan !== 'EXPIRED';
  const { privateWallet, sharedWallet } = wallets.data ?? {};
  return (
    <Modal opened onClose={onClose} title="Virtual users" size={720}>
      {wallets.isError ? (
        <Problem error={titled('Unable to fetch balance', wallets.error)} onRetry={() => void wallets.refetch()} />
      ) : (
        <div className={classes.cards} aria-busy={wallets.isPending}>
          <WalletCard title="Private wallet" wallet={privateWallet} canSpend={canSpend} />
          <WalletCard title={`Shared wallet of ${project.projectName}`} wallet={sharedWallet} canSpend={false} />
        </div>
      )}
      <Tabs value={tab} onChange={onTab}>
        <Tabs.List>
          <Tabs.Tab value="packs">Buy a pack</Tabs.Tab>
          <Tabs.Tab value="transfer">Transfer</Tabs.Tab>
          <Tabs.Tab value="history">History</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="packs" className={classes.body}>
          <PackList project={project} canBuy={canSpend} />
        </Tabs.Panel>
        <Tabs.Panel value="transfer" className={classes.body}>
          <TransferForm
            project={project}
            privateWallet={privateWallet}
            sharedWallet={sharedWallet ?? undefined}
            canSpend={canSpend}
          />
        </Tabs.Panel>
        <Tabs.Panel value="history" className={classes.body}>
          <WalletHistory project={project} />
        </Tabs.Panel>
      </Tabs>
    </Modal>
  );
}
