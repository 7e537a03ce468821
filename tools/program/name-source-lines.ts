import { nameSourceLines } from './source-lines.ts';

nameSourceLines();
