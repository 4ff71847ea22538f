import { say } from '../words/say.ts';
import { keepPlace } from './reading-place.ts';

/** Pixels. A panel takes half of the window at most. */
const [DEFAULT, LEAST, MOST] = [400, 320, 720];

/** From this width of the window on, the page makes room. */
const WIDE = '(min-width: 1000px)';

/** Pixels that one press of an arrow key moves the edge. */
const STEP = 16;

/** As the reader has set it, for this visit. */
let width = DEFAULT;

/** For what on the page doesn't give way by itself, such as a header that stays. */
const ROOM = '--askpage-panel-width';

/**
 * Gives the open panel its width, an edge by which to change it, and room beside the page, where the
 * window is wide. Returns what takes all that back.
 */
export function placePanel(dialog: HTMLElement, side: string | null | undefined): () => void {
  const wide = matchMedia(WIDE);
  const isLeft = () => (getComputedStyle(dialog).direction === 'rtl') !== (side === 'start');
  const edge = createEdge();
  const apply = () => {
    const most = Math.max(LEAST, Math.min(MOST, Math.floor(innerWidth / 2)));
    const shown = Math.min(most, width);
    dialog.style.setProperty('--_width', `${shown}px`);
    edge.ariaValueMin = String(LEAST);
    edge.ariaValueMax = String(most);
    edge.ariaValueNow = String(shown);
    makeRoom(wide.matches ? shown : 0, isLeft() ? 'left' : 'right');
  };
  const resize = (pixels: number) => {
    width = Math.max(LEAST, Math.min(Number(edge.ariaValueMax), Math.round(pixels)));
    apply();
  };
  listenTo(edge, {
    widthAt: (x) => {
      const { left, right } = dialog.getBoundingClientRect();
      return isLeft() ? x - left : right - x;
    },
    grows: () => (isLeft() ? 'ArrowRight' : 'ArrowLeft'),
    resize,
  });
  dialog.append(edge);
  apply();
  addEventListener('resize', apply);
  return () => {
    removeEventListener('resize', apply);
    edge.remove();
    makeRoom(0, 'right');
  };
}

function createEdge(): HTMLElement {
  const edge = document.createElement('div');
  edge.className = 'edge';
  edge.part.add('edge');
  edge.tabIndex = 0;
  edge.role = 'separator';
  edge.ariaOrientation = 'vertical';
  edge.ariaLabel = say('panelWidth');
  return edge;
}

interface Resizing {
  /** Width of the panel with its edge at that place in the window. */
  widthAt: (x: number) => number;
  /** The arrow key that makes it wider. */
  grows: () => 'ArrowLeft' | 'ArrowRight';
  resize: (pixels: number) => void;
}

function listenTo(edge: HTMLElement, { widthAt, grows, resize }: Resizing): void {
  let frame = 0;
  edge.addEventListener('pointerdown', (event) => {
    edge.setPointerCapture(event.pointerId);
    // No text of the page is to be selected meanwhile.
    event.preventDefault();
    edge.focus();
  });
  edge.addEventListener('pointermove', ({ pointerId, clientX }) => {
    if (!edge.hasPointerCapture(pointerId)) return;
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => resize(widthAt(clientX)));
  });
  edge.addEventListener('keydown', (event) => {
    const now = Number(edge.ariaValueNow);
    const { key } = event;
    const isArrow = key === 'ArrowLeft' || key === 'ArrowRight';
    if (isArrow) resize(now + (key === grows() ? STEP : -STEP));
    else if (key === 'Home') resize(LEAST);
    else if (key === 'End') resize(MOST);
    else return;
    event.preventDefault();
  });
}

/** Holds the page aside by so many pixels at that side of the window; 0 gives the room back. */
function makeRoom(pixels: number, side: 'left' | 'right'): void {
  const { style } = document.documentElement;
  keepPlace(() => {
    for (const name of [ROOM, 'padding-left', 'padding-right']) style.removeProperty(name);
    if (pixels === 0) return;
    style.setProperty(ROOM, `${pixels}px`);
    style.setProperty(`padding-${side}`, `${pixels}px`);
  });
}
