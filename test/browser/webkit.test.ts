import { describe } from 'vitest';
import { findWebkit } from '../../scripts/webkit.ts';
import { testReader } from './other-rows.ts';
import { startWebkit } from './other-webkit.ts';

const places = findWebkit();

describe.skipIf(!places)('WebKit', () => {
  testReader((options) => {
    if (!places) throw new Error('There is no WebKit here.');
    return startWebkit(places, options);
  });
});
