import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderConfigDocs } from '../apps/server/src/config-docs.ts';

/** Writes docs/configuration.md from the settings of the server: `npm run docs:config`. */
writeFileSync(join(import.meta.dirname, '../docs/configuration.md'), renderConfigDocs());
