import { ApiError } from '@touchstone/contracts';
import type { CertificateCheck, CertificateUpload } from '@touchstone/contracts/workspaces';
import { useState } from 'react';
import { messageOf } from '../../../shared/toasts.ts';
import { useCertificateMutations } from '../api/certificates/certificates.mutations.ts';

export type CertificateField = 'domainName' | 'file' | 'passphrase';
export type CertificateProblems = Partial<Record<CertificateField, string>>;

/** problemsOf maps server-side errors to their fields. */
export function problemsOf(error: unknown): CertificateProblems {
  const path = error instanceof ApiError ? error.details[0]?.path : undefined;
  const field = path === 'passphrase' || path === 'domainName' ? path : 'file';
  return { [field]: messageOf(error) };
}

/**
 * useCertificateFile uploads chosen files immediately and opens them, so that problems show before anything is saved.
 */
export function useCertificateFile(projectId: string) {
  const { upload, validate } = useCertificateMutations(projectId);
  const [names, setNames] = useState<string[]>([]);
  const [refused, setRefused] = useState<File[]>([]);
  const [uploaded, setUploaded] = useState<CertificateUpload>();
  const [check, setCheck] = useState<CertificateCheck>();
  const [problems, setProblems] = useState<CertificateProblems>({});

  const open = async (uploadId: string, passphrase: string) => {
    setCheck(undefined);
    try {
      setCheck(await validate.mutateAsync({ uploadId, ...(passphrase ? { passphrase } : {}) }));
      setProblems(({ domainName }) => (domainName ? { domainName } : {}));
    } catch (error) {
      setProblems(({ domainName }) => ({ ...(domainName ? { domainName } : {}), ...problemsOf(error) }));
    }
  };
  return {
    names,
    uploaded,
    check,
    problems,
    setProblems,
    isUploading: upload.isPending,
    isBusy: upload.isPending || validate.isPending,
    /** Takes the chosen files; another one completes a certificate or key that was refused alone. */
    async take(chosen: File[], passphrase: string) {
      const files = refused.length === 1 && chosen.length === 1 ? [...refused, ...chosen] : chosen;
      setNames(files.map((file) => file.name));
      setUploaded(undefined);
      setCheck(undefined);
      setProblems({});
      try {
        const made = await upload.mutateAsync(files);
        setRefused([]);
        setUploaded(made);
        await open(made.uploadId, passphrase);
      } catch (error) {
        setRefused(files);
        setProblems(problemsOf(error));
      }
    },
    /** Reopens the files with another passphrase. */
    async reopen(passphrase: string) {
      if (uploaded) await open(uploaded.uploadId, passphrase);
    },
    clear() {
      setNames([]);
      setRefused([]);
      setUploaded(undefined);
      setCheck(undefined);
      setProblems({});
    },
  };
}
