/** Words of what the page's script itself draws: the button, the dialog's frame and the box. */
export const FRAME = {
  trigger: 'Ask',
  dialogLabel: 'Ask about this site',
  inputLabel: 'Your question',
  placeholder: 'Search or ask a question',
  ask: 'Ask',
  close: 'Close',
  loading: 'Loading the search',
  loadFailed: 'The search could not be loaded. Check the connection and try again.',
  retry: 'Try again',
} as const;
