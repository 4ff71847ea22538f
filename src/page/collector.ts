import { sectionsOf } from '../core/documents/sections.ts';
import type { Section } from '../core/ports.ts';
import { readDom } from './dom-tree.ts';
import { pageAddress } from './page-address.ts';

/** Milliseconds of one slice: half a frame, so that scrolling and typing stay smooth. */
const SLICE = 8;

/** The sections of the page that the reader sees, read in slices. */
export async function collectPage(page: Document, signal: AbortSignal): Promise<Section[]> {
  const sections: Section[] = [];
  let sliceEnd = performance.now() + SLICE;
  for (const section of sectionsOf(readDom(page.documentElement), pageAddress())) {
    if (section) sections.push(section);
    if (performance.now() < sliceEnd) continue;
    await pause();
    signal.throwIfAborted();
    sliceEnd = performance.now() + SLICE;
  }
  return sections;
}

/** A task of its own: a promise alone would keep the thread. */
function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
