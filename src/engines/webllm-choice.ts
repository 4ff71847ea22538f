import { AskPageError, type ErrorCode } from '../core/errors.ts';
import type { EngineDescription } from '../core/ports.ts';
import { readAdapter } from './webllm-adapter.ts';
import type { ModelSource } from './webllm-api.ts';
import {
  chooseModel,
  LIBRARY_HOST,
  listedModelUrl,
  MODEL_HOST,
  refuseAdapter,
  type ModelChoice,
} from './webllm-models.ts';
import { modelFolder, type WebllmRecord } from './webllm-record.ts';

/** A model of the owner's own, with what a reader is told about it. */
export interface CustomModel extends WebllmRecord {
  /** Name for people; default: `model_id`. */
  name?: string;
  /** Download in bytes; default 0, which a reader sees as "unknown". */
  bytes?: number;
  /** Default: "unknown". */
  licence?: string;
}

export interface ChoiceOptions {
  gpu?: GPU | undefined;
  model?: string | undefined;
  modelBase?: string | undefined;
  force?: boolean | undefined;
  record?: CustomModel | undefined;
}

/** A model that this machine can run, or why there is none. */
export type Choice =
  | { kind: 'chosen'; source: ModelSource; filesUrl: string; told: Told }
  | { kind: 'none'; code: ErrorCode; reason: string; told: Told };

type Told = Omit<EngineDescription, 'availability' | 'reason'>;

const NO_WEBGPU =
  'This browser has no WebGPU here, which the language model needs. A current Chrome, Edge, Safari or Firefox has it, on pages served over https.';
const NO_ADAPTER =
  'This browser found no graphics card that its WebGPU can use. Turn on graphics acceleration in its settings.';

/** Every host that files come from, for the reader: "huggingface.co and raw.githubusercontent.com". */
function originOf(...urls: string[]): string {
  const { location } = globalThis as { location?: Location };
  const names = urls.map((url) => {
    const { origin, host } = new URL(url);
    return origin === location?.origin ? 'this site' : host;
  });
  return [...new Set(names)].join(' and ');
}

function custom(record: CustomModel): Choice {
  const { name = record.model_id, bytes = 0, licence = 'unknown', ...rest } = record;
  return {
    kind: 'chosen',
    source: { kind: 'record', record: rest },
    filesUrl: record.model,
    told: { model: name, bytes, licence, origin: originOf(record.model, record.model_lib) },
  };
}

function listed(choice: ModelChoice & { kind: 'model' }, base: string | undefined): Choice {
  const { model, variant } = choice;
  // The fragment as in `recordInFolder`: a plain folder.
  const filesUrl =
    base === undefined
      ? listedModelUrl(variant.id)
      : `${modelFolder(base, variant.id)}#/resolve/main/`;
  return {
    kind: 'chosen',
    source: { kind: 'prebuilt', id: variant.id, ...(base !== undefined && { base }) },
    filesUrl,
    told: {
      model: model.name,
      bytes: model.bytes,
      licence: model.licence,
      origin: base === undefined ? `${MODEL_HOST} and ${LIBRARY_HOST}` : originOf(base),
    },
  };
}

const none = (options: ChoiceOptions, code: ErrorCode, reason: string): Choice => ({
  kind: 'none',
  code,
  reason,
  told: {
    model: options.record?.name ?? options.record?.model_id ?? options.model ?? 'language model',
    bytes: 0,
    licence: 'unknown',
    origin: 'this site',
  },
});

/** Asks the graphics adapter and chooses a model. Fetches nothing. */
export async function choose(options: ChoiceOptions): Promise<Choice> {
  const { gpu, model, modelBase, force = false, record } = options;
  if (!gpu) return none(options, 'no-webgpu', NO_WEBGPU);
  const found = await readAdapter(gpu);
  if (!found) return none(options, 'no-webgpu', NO_ADAPTER);
  const adapter = { ...found, isFallback: found.isFallback && !force };
  // An owner's own model is theirs to judge, but not where no model can run.
  const refused = record && refuseAdapter(adapter);
  if (refused) return none(options, 'no-webgpu', refused);
  if (record) return custom(record);
  const choice = chooseModel(adapter, model?.split(/[\s,]+/).filter(Boolean));
  return choice.kind === 'none'
    ? none(options, choice.code, choice.reason)
    : listed(choice, modelBase);
}

/** @throws `bad-option` for an address of the owner's that is no absolute http address. */
export function checkAddresses({ modelBase, record }: ChoiceOptions): void {
  for (const address of [modelBase, record?.model, record?.model_lib]) {
    if (address === undefined || (/^https?:\/\//.test(address) && URL.canParse(address))) continue;
    throw new AskPageError(
      'bad-option',
      `The model address "${address}" is not an absolute http address. Give one such as https://example.com/models/.`,
    );
  }
}
