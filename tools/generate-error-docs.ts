import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderErrorDocs } from '../apps/server/src/error-docs.ts';

/** Writes docs/errors.md from the registered errors: `npm run docs:errors`. */
writeFileSync(join(import.meta.dirname, '../docs/errors.md'), renderErrorDocs());
