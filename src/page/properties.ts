/** Attributes of the element, and how they become properties. */
export const PROPERTIES = {
  index: {},
  assets: {},
  engine: {},
  encoder: {},
  model: {},
  modelBase: { attribute: 'model-base' },
  gguf: {},
  hotkey: {},
  label: {},
  placeholder: {},
  history: { type: Boolean },
  debug: { type: Boolean },
  mode: { reflect: true },
  side: {},
  placement: {},
  trigger: {},
  avoid: {},
  dismissible: { type: Boolean },
  selection: { type: Boolean },
  // Frameworks set as a property what has a setter, and all else as text.
  parts: { attribute: false },
};
