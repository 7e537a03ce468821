import { useAccount } from '../session/browser-session.ts';

/** useHasPro tells whether the plan of the organization is PRO or more. The server enforces it; the screen only hides. */
export function useHasPro(): boolean {
  const { plan } = useAccount();
  return plan === 'PRO' || plan === 'ENTERPRISE';
}
