import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { ENGINE_DOCS, renderEngineDocs } from '../../../scripts/engine-blocks.ts';
import { WEBLLM_MODELS } from '../../../src/engines/webllm/models.ts';

it('the documentation lists the models as the code has them', async () => {
  const written = await readFile(ENGINE_DOCS, 'utf8');
  // Made anew by `npx tsx scripts/engine-docs.ts`.
  expect(written).toBe(await renderEngineDocs(written));
  for (const { name, licenceUrl } of WEBLLM_MODELS)
    expect(written).toMatch(new RegExp(`\\| ${name} .*\\(${licenceUrl}\\) +\\|`));
});
