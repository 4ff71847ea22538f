import type { DeviceReport } from '../src/engines/device.ts';
import type { ModelReport } from '../src/engines/device/models.ts';

/** Texts of a table's row. */
export type Row = readonly string[];

const MB = (bytes: number): string => `${Math.round(bytes / 1e6).toLocaleString('en')} MB`;
const MiB = (bytes: number): string => `${Math.round(bytes / 2 ** 20).toLocaleString('en')} MiB`;
const yesNo = (is: boolean): string => (is ? 'yes' : 'no');

const BUILT_IN: Readonly<Record<DeviceReport['builtIn'], string>> = {
  missing: 'none for pages',
  unavailable: 'not on this device',
  downloadable: 'can be downloaded by the browser',
  downloading: 'is being downloaded by the browser',
  available: 'ready',
};

/** What the browser tells of the device, and what was measured. */
export function deviceRows(device: DeviceReport): Row[] {
  const { isSecure, memoryGB, cores, storage, isCrossOriginIsolated, builtIn } = device;
  return [
    ...graphicsRows(device.gpu),
    ['Memory', memoryGB === undefined ? 'not told' : `${memoryGB} GB or more`],
    ['Processor cores', cores === undefined ? 'not told' : String(cores)],
    ['Threads for pages', yesNo(isCrossOriginIsolated)],
    ['Storage for this site', storage ? storageText(storage) : 'not told'],
    ['Served safely (https)', yesNo(isSecure)],
    ["The browser's own model", BUILT_IN[builtIn]],
  ];
}

const storageText = ({
  quotaBytes,
  usageBytes,
  isPersisted,
}: NonNullable<DeviceReport['storage']>): string =>
  `${MB(usageBytes)} of ${MB(quotaBytes)} used${isPersisted ? ', kept' : ', may be cleared by the browser'}`;

function graphicsRows(gpu: DeviceReport['gpu']): Row[] {
  if (gpu.kind === 'none') return [['Graphics', gpu.reason]];
  const { vendor, architecture, description, traits, probe } = gpu;
  const name = [description || vendor, architecture].filter(Boolean).join(', ') || 'not named';
  const rate = probe
    ? `${Math.round(probe.readRate / 1e9)} GB/s (measured in ${Math.round(probe.milliseconds)} ms)`
    : 'not measured';
  return [
    ['Graphics', traits.isFallback ? `${name}: in software, too slow` : name],
    ['16-bit arithmetic (shader-f16)', yesNo(traits.f16)],
    ['Largest buffer', MiB(traits.maxBufferSize)],
    ['Largest part of a model at once', MiB(traits.maxStorageBufferBindingSize)],
    ['Reads its memory at', rate],
  ];
}

/** What each model would do here. */
export const modelRows = (models: readonly ModelReport[]): Row[] =>
  models.map((model) => [
    model.isDefault ? `${model.name} (taken by default)` : model.name,
    MB(model.bytes),
    MB(model.memoryBytes),
    verdict(model),
  ]);

function verdict({ fits, reason, tokensPerSecond, isComfortable }: ModelReport): string {
  if (!fits) return reason ? `no: ${reason}` : 'no';
  if (tokensPerSecond === undefined) return 'fits; speed unknown';
  const rate = `about ${Math.round(tokensPerSecond)} tokens a second`;
  return isComfortable ? `fits; ${rate}` : `fits, but slow: ${rate}`;
}
