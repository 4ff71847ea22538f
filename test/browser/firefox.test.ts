import { describe } from 'vitest';
import { findFirefox } from '../../scripts/firefox.ts';
import { startFirefox } from './other-firefox.ts';
import { testReader } from './other-rows.ts';

const path = findFirefox();

describe.skipIf(!path)('Firefox', () => {
  testReader((options) => startFirefox(path ?? '', options));
});
