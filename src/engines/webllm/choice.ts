import { AskPageError, type ErrorCode } from '../../core/errors.ts';
import type { DeviceReport } from '../device.ts';
import { capacityOf, readGpu } from './adapter.ts';
import { chooseModels, refuseAdapter, type FittingModel } from './fit.ts';
import { LIBRARY_HOST, listedRecord, MODEL_HOST } from './models.ts';
import {
  HASH_LIST,
  modelFolder,
  recordInFolder,
  type ChosenModel,
  type WebllmRecord,
} from './record.ts';
import { originOf, THIS_SITE } from '../origin.ts';

/** A model of the owner's own, with what a reader is told about it. */
export interface CustomModel extends WebllmRecord {
  /** Name for people; default: `model_id`. */
  name?: string;
  /** Download in bytes; default 0, which a reader sees as "unknown". */
  bytes?: number;
  /** Graphics memory in bytes. */
  memoryBytes?: number;
  /** Default: "unknown". */
  licence?: string;
  /** Absolute address. */
  licenceUrl?: string;
  /** Absolute address of the list of its files with their hashes, which `askpage models pull` writes. */
  hashes?: string;
}

export interface ChoiceOptions {
  /** `navigator.gpu`; undefined where the browser has none. */
  gpu?: GPU | undefined;
  /** Names or ids of `WEBLLM_MODELS`, best first, parted by commas or blanks. Default: see `chooseModels`. */
  wanted?: string | undefined;
  /**
   * Absolute address of a folder on the owner's server, made by `askpage models pull`: a folder for each
   * model, named by its id, with its files and its library. Default: the hub.
   */
  modelBase?: string | undefined;
  /** Takes WebGPU in software, too. Default false. */
  force?: boolean | undefined;
  /** A model of the owner's own, instead of those in the list. */
  record?: CustomModel | undefined;
  /** What was read of the device before; default: its graphics are asked, and nothing is measured. */
  device?: Pick<DeviceReport, 'gpu' | 'storage'> | undefined;
}

/** A model that this device can run, or why there is none. */
export type Choice =
  | { kind: 'chosen'; choice: ChosenModel }
  | { kind: 'none'; code: ErrorCode; reason: string; told: ChosenModel['told'] };

/** The hub sends large files from hosts of its own, whose names change. */
const HUB = `${MODEL_HOST}, hosts that it forwards to, and ${LIBRARY_HOST}`;

function custom(given: CustomModel): Choice {
  const { name = given.model_id, bytes = 0, licence = 'unknown', ...rest } = given;
  const { licenceUrl, memoryBytes, hashes, ...record } = rest;
  return {
    kind: 'chosen',
    choice: {
      model: { kind: 'webllm', name, record, ...(hashes !== undefined && { hashes }) },
      told: {
        ...{ model: name, bytes, licence, origin: originOf([record.model, record.model_lib]) },
        ...(licenceUrl !== undefined && { licenceUrl }),
        ...(memoryBytes !== undefined && { memoryBytes }),
      },
    },
  };
}

function listed({ model, variant, tokensPerSecond }: FittingModel, base?: string): Choice {
  const { name, bytes, licence, licenceUrl } = model;
  const record = listedRecord(model, variant);
  const folder = base !== undefined ? modelFolder(base, variant.id) : undefined;
  return {
    kind: 'chosen',
    choice: {
      model:
        folder === undefined
          ? { kind: 'webllm', name, record }
          : {
              kind: 'webllm',
              name,
              record: recordInFolder(record, folder),
              hashes: folder + HASH_LIST,
            },
      told: {
        ...{ model: name, bytes, licence, licenceUrl },
        origin: folder === undefined ? HUB : originOf([folder]),
        memoryBytes: Math.round(variant.memoryMB * 1e6),
        ...(tokensPerSecond !== undefined && { tokensPerSecond }),
      },
    },
  };
}

const none = ({ record, wanted }: ChoiceOptions, code: ErrorCode, reason: string): [Choice] => [
  {
    kind: 'none',
    ...{ code, reason },
    told: {
      model: record?.name ?? record?.model_id ?? wanted ?? 'language model',
      ...{ bytes: 0, licence: 'unknown', origin: THIS_SITE },
    },
  },
];

/**
 * The models that this device can run, the one to take first at the head; at least one entry. Fetches
 * nothing.
 * @throws `bad-option` for an address of the owner's that is no absolute http address.
 */
export async function findWebllmModels(options: ChoiceOptions): Promise<[Choice, ...Choice[]]> {
  checkAddresses(options);
  const { wanted, modelBase, force = false, record, device } = options;
  const gpu = device?.gpu ?? (await readGpu(options));
  if (gpu.kind === 'none') return none(options, gpu.code, gpu.reason);
  const capacity = capacityOf(gpu, { force, storage: device?.storage });
  // An owner's own model is theirs to judge, but not where no model can run.
  const refused = record && refuseAdapter(capacity.adapter);
  if (refused) return none(options, 'no-webgpu', refused);
  if (record) return [custom(record)];
  const choice = chooseModels(capacity, wanted?.split(/[\s,]+/).filter(Boolean));
  if (choice.kind === 'none') return none(options, choice.code, choice.reason);
  const [first, ...rest] = choice.models;
  return [listed(first, modelBase), ...rest.map((model) => listed(model, modelBase))];
}

function checkAddresses({ modelBase, record }: ChoiceOptions): void {
  for (const address of [modelBase, record?.model, record?.model_lib, record?.hashes]) {
    if (address === undefined || (/^https?:\/\//.test(address) && URL.canParse(address))) continue;
    throw new AskPageError(
      'bad-option',
      `The model address "${address}" is not an absolute http address. Give one such as https://example.com/models/.`,
    );
  }
}
