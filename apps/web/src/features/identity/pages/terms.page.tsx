import { Button } from '@mantine/core';
import { Download } from 'lucide-react';
import classes from '../components/sign-up/terms.module.css';
import { TermsDocument } from '../components/sign-up/terms-document.tsx';
import { downloadTerms } from '../components/sign-up/terms-download.ts';

/** TermsPage shows the terms of service to everyone. */
export function TermsPage() {
  return (
    <main className={classes.page}>
      <title>Terms of Service · Touchstone</title>
      <h1>Terms of Service and Privacy</h1>
      <TermsDocument />
      <div className={classes.actions}>
        <Button variant="default" leftSection={<Download size={14} />} onClick={() => void downloadTerms()}>
          Download
        </Button>
      </div>
    </main>
  );
}
