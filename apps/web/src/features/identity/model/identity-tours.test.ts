import { test } from 'vitest';
import { expectWalkable } from '../../../shared/testing/expect-walkable.ts';
import { identityTours } from '../tours.ts';

test('every tour can be walked to its end [guided-tours-1]', () => expectWalkable(identityTours));
