/** Every word that a reader sees and that no document or engine brought. */
export const STRINGS = {
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
