import type { Browser } from 'playwright-core';
import { measureFirst } from './bench-engine-first.ts';
import { serveBenchSite } from './bench-engine-site.ts';
import { measureSpeed } from './bench-engine-speed.ts';
import { measureVisits } from './bench-engine-visits.ts';
import { newContext } from './bench-page.ts';
import type { Figure } from './bench-report.ts';

/**
 * A language model on the processor, through the whole widget and bare.
 * @param model Path of a GGUF file with a chat template.
 */
export async function measureEngine(browser: Browser, model: string): Promise<Figure[]> {
  const site = await serveBenchSite(model);
  const context = await newContext(browser);
  try {
    const speed = await measureSpeed(context, site);
    const visits = await measureVisits(context, site);
    const first = await measureFirst(context, site);
    return [...speed, ...visits, ...first];
  } finally {
    await context.close();
    await site.close();
  }
}
