import { AskPageError } from '../../core/errors.ts';

/** The holder is frozen, or so busy that it counts as frozen. */
export const holderSilent = () =>
  new AskPageError(
    'runs-elsewhere',
    'The language model runs in another tab of this site, which does not answer. Close that tab or ask there; here answers are quoted until then.',
  );

export const otherModelRuns = () =>
  new AskPageError(
    'runs-elsewhere',
    'Another tab of this site runs another language model, and only one can run at a time. Close that tab or ask there; here answers are quoted until then.',
  );

/** The holder's tab was closed, navigated or crashed, or gave the model up. */
export const holderGone = () =>
  new AskPageError(
    'engine-failed',
    'Another tab of this site ran the language model, and was closed or unloaded it. Ask again.',
  );

/** For this tab's own calls. */
export const unloadedHere = () =>
  new AskPageError('engine-failed', 'The model was unloaded meanwhile.');

export const notLoaded = () =>
  new AskPageError('engine-failed', 'No language model is loaded. Load it first.');
