import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { GATE, nextReply, QUESTION, schemesPage } from './access-tour.ts';
import { useFakeEngine, type FakePlan } from './fake-engine.ts';
import { shows, until, useStage, type Reader } from './harness.ts';

const stage = useStage();

async function visit(plan: FakePlan): Promise<Reader> {
  stage.site.page('/media.html', schemesPage());
  const reader = await stage.visit('/media.html');
  await reader.page.evaluate(useFakeEngine, plan);
  return reader;
}

const part = ({ page }: Reader, selector: string) => page.locator(`ask-page ${selector}`).first();

interface Move {
  top: number;
  shift: number;
  recent: boolean;
  what: string[];
}

/** Runs in the page: what moves, by the browser's own account, and where the box stands from frame to frame. */
function watchMoves(): void {
  const scope = globalThis as unknown as { moves: Move[]; boxes: string[] };
  scope.moves = [];
  scope.boxes = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as unknown as {
      value: number;
      hadRecentInput: boolean;
      sources: { node: Element | null; previousRect: DOMRect; currentRect: DOMRect }[];
    }[]) {
      scope.moves.push({
        top: 0,
        shift: entry.value,
        recent: entry.hadRecentInput,
        what: entry.sources.map(
          ({ node, previousRect, currentRect }) =>
            `${node ? (node as Element).className || node.nodeName : 'null'} ${previousRect.top} -> ${currentRect.top}`,
        ),
      });
    }
  }).observe({ type: 'layout-shift' });
  const look = () => {
    const box = document.querySelector('ask-page')?.shadowRoot?.querySelector('.box');
    const rect = box?.getBoundingClientRect();
    if (rect && rect.width > 0)
      scope.boxes.push(`${rect.x} ${rect.y} ${rect.width} ${rect.height}`);
    requestAnimationFrame(look);
  };
  look();
}

it('moves', async () => {
  const pieces = Array.from({ length: 12 }, () => [
    `${GATE} `,
    'Its key hangs in the shed.\n\n',
  ]).flat();
  const reader = await visit({ pieces });
  await reader.page.emulateMedia({ reducedMotion: 'reduce' });
  await reader.trigger.click();
  await reader.page.evaluate(watchMoves);
  await reader.type('gate');
  await reader.hits.first().waitFor();
  await reader.page.keyboard.type(' key shed');
  await reader.page.waitForTimeout(1000);
  const read = () =>
    reader.page.evaluate(
      () =>
        ({ ...(globalThis as unknown as { moves: Move[]; boxes: string[] }) }) as {
          moves: Move[];
          boxes: string[];
        },
    );
  console.log(JSON.stringify((await read()).moves, null, 1), new Set((await read()).boxes));
  await reader.page.evaluate(
    () => void ((globalThis as unknown as { moves: Move[] }).moves.length = 0),
  );
  await reader.page.waitForTimeout(600);
  await reader.ask(QUESTION);
  console.log(JSON.stringify((await read()).moves, null, 1), new Set((await read()).boxes));
});
