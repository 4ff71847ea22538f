import { COMFORTABLE_RATE, fitModel, FULL_BINDING } from '../src/engines/webllm/fit.ts';
import { WEBLLM_MODELS, type WebllmModel } from '../src/engines/webllm/models.ts';
import { fillBlocks, table } from './doc-blocks.ts';

export const ENGINE_DOCS = 'docs/engines.md';

/** The document with its tables of models made anew. */
export const renderEngineDocs = (document: string): Promise<string> =>
  fillBlocks(document, ENGINE_DOCS, { models: models() });

const MB = (bytes: number): string => `${Math.round(bytes / 1e6).toLocaleString('en')} MB`;

function models(): string {
  const heads = ['model', 'download', 'memory (q4f16)', 'memory (q4f32)', 'reads', 'licence'];
  const rows = WEBLLM_MODELS.map((model) => {
    const { name, bytes, licence, licenceUrl, q4f16, q4f32 } = model;
    const memory = [q4f16, q4f32].map((variant) => (variant ? MB(variant.memoryMB * 1e6) : '–'));
    const cells = [name, MB(bytes), ...memory, `${neededRate(model)} GB/s`];
    return `| ${[...cells, `[${licence}](${licenceUrl})`].join(' | ')} |`;
  });
  return table(heads, rows);
}

/** The least whole number of GB/s at which a graphics card is comfortable with the model. */
function neededRate(model: WebllmModel): number {
  for (let rate = 1; ; rate++) {
    const fit = fitModel(model, { adapter: ANY, readRate: rate * 1e9 });
    if (fit.kind === 'unfit') throw new Error(`${model.name} ${fit.reason}.`);
    if ((fit.tokensPerSecond ?? 0) >= COMFORTABLE_RATE) return rate;
  }
}

/** An adapter that takes every model. */
const ANY = {
  ...{ f16: true, isFallback: false },
  ...{ maxBufferSize: FULL_BINDING, maxStorageBufferBindingSize: FULL_BINDING },
  ...{ maxComputeWorkgroupStorageSize: 32_768, maxStorageBuffersPerShaderStage: 10 },
};
