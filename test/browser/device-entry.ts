import { measureReadRate } from '../../src/engines/device/probe.ts';
import { readDevice } from '../../src/engines/device.ts';
import { findWebllmModels } from '../../src/engines/webllm/choice.ts';

/** Bundled for a page by a test: what the widget finds out about the device. */
Object.assign(globalThis, { readDevice, findWebllmModels, measureReadRate });
