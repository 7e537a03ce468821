import { Button, Group, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Invitation } from '@touchstone/contracts/collaboration';
import { collaborationMessages } from '@touchstone/contracts/collaboration';
import { Mail } from 'lucide-react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { formatDay } from '../../../shared/format.ts';
import { messageOf, toast, toastError } from '../../../shared/toasts.ts';
import { EmptyState, Page, Problem } from '../../../ui/page.tsx';
import { apiTestingPaths } from '../../api-testing/paths.ts';
import { useInvitationMutations } from '../api/collaboration.mutations.ts';
import { linkedInvitationQuery, pendingInvitationsQuery } from '../api/collaboration.queries.ts';
import classes from '../components/collaboration.module.css';
import { roleChoices } from '../model/role-words.ts';

/**
 * InvitationsPage lists the pending invitations of the signed-in user, starting with the one behind the link in the
 * address.
 */
export function InvitationsPage() {
  const [params] = useSearchParams();
  const token = params.get('token') ?? '';
  const linked = useQuery({ ...linkedInvitationQuery(token), enabled: token !== '' });
  const pending = useQuery(pendingInvitationsQuery);
  const all = pending.data?.content ?? [];
  const first = linked.data;
  const invitations = first
    ? [first, ...all.filter(({ collaborationId }) => collaborationId !== first.collaborationId)]
    : all;
  const isLoading = pending.isPending || (token !== '' && linked.isPending);
  return (
    <Page
      title="Invitations"
      kind="settings"
      meta={invitations.length > 0 ? `${invitations.length} waiting for your answer` : undefined}
    >
      {linked.error ? <Problem error={linked.error} /> : null}
      {pending.error ? <Problem error={pending.error} onRetry={() => void pending.refetch()} /> : null}
      {isLoading ? <Skeleton height={82} radius={6} /> : null}
      {!isLoading && !pending.error && invitations.length === 0 ? (
        <EmptyState
          icon={<Mail size={20} />}
          title="No open invitations"
          action={
            <Button component={Link} to={apiTestingPaths.workspace()} variant="default">
              Go to your workspaces
            </Button>
          }
        >
          Invitations to workspaces appear here.
        </EmptyState>
      ) : null}
      {isLoading ? null : (
        <div className={classes.cards}>
          {invitations.map((invitation) => (
            <InvitationCard key={invitation.collaborationId} invitation={invitation} />
          ))}
        </div>
      )}
    </Page>
  );
}

function InvitationCard({ invitation }: { invitation: Invitation }) {
  const { collaborationId, projectName, role, invitedByName, expiresAt } = invitation;
  const { accept, decline } = useInvitationMutations();
  const navigate = useNavigate();
  const sentence = roleChoices.find(({ value }) => value === role)?.sentence;
  const join = async () => {
    try {
      const { message, projectId } = await accept.mutateAsync({ collaborationId });
      toast('success', message);
      await navigate(apiTestingPaths.workspace(projectId));
    } catch (error) {
      toast('error', messageOf(error), collaborationMessages.acceptFailed);
    }
  };
  const refuse = () =>
    decline.mutate(
      { collaborationId },
      { onSuccess: () => toast('success', `You declined the invitation to ${projectName}.`), onError: toastError },
    );
  return (
    <section className={classes.card} aria-label={`Invitation to ${projectName}`}>
      <div className={classes.cardText}>
        <h2 className="ellipsis">{projectName}</h2>
        <p className="dim">
          {invitedByName} invites you as {role === 'VIEWER' ? 'a viewer' : role === 'OWNER' ? 'an owner' : 'an editor'}.{' '}
          {sentence} Open until {formatDay(expiresAt)}.
        </p>
      </div>
      <Group gap="sm">
        <Button variant="default" loading={decline.isPending} disabled={accept.isPending} onClick={refuse}>
          Decline
        </Button>
        <Button loading={accept.isPending} disabled={decline.isPending} onClick={() => void join()}>
          Accept
        </Button>
      </Group>
    </section>
  );
}
