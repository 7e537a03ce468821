import { useAccount } from '../session/browser-session.ts';

/**
 * useHasPro returns whether the organization's plan is PRO or higher. The server enforces it; the screen only hides.
 */
export function useHasPro(): boolean {
  const { plan } = useAccount();
  return plan === 'PRO' || plan === 'ENTERPRISE';
}
