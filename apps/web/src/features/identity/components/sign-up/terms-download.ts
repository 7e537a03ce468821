import { saveResponse } from '../../../../shared/download.ts';
import { toast } from '../../../../shared/toasts.ts';
import { fetchTerms } from '../../api/sign-up.queries.ts';

/** downloadTerms saves the terms document, or reports the failure. */
export async function downloadTerms(): Promise<void> {
  try {
    await saveResponse(await fetchTerms(), 'terms-of-service.md');
  } catch (error) {
    console.error(error);
    toast('error', 'Error Downloading');
  }
}
