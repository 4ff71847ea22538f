/**
 * What can be measured of the element in the state in which it is. Each function runs in the page, by
 * itself, and returns a line for whatever is wrong.
 */

/** Controls that are smaller than 24 by 24 CSS pixels and closer than that to others (WCAG 2.5.8). */
export function smallTargets(): string[] {
  const SIZE = 24;
  const root = document.querySelector('ask-page')?.shadowRoot;
  if (!root) return ['no element'];
  const modal = root.querySelector('dialog:modal');
  const all = [
    ...(modal ?? root).querySelectorAll<HTMLElement>(
      'button, a, input, textarea, select, summary, [role=separator]',
    ),
  ].filter((each) => each.checkVisibility({ visibilityProperty: true }));
  const boxes = all.map((each) => each.getBoundingClientRect());
  const isSmall = ({ width, height }: DOMRect) => Math.min(width, height) < SIZE - 0.01;
  const middle = (box: DOMRect) => [box.x + box.width / 2, box.y + box.height / 2] as const;
  /** From the middle of one to the nearest point of another; to its middle, where that is small too. */
  const distance = (one: DOMRect, other: DOMRect) => {
    const [x, y] = middle(one);
    const clamp = (value: number, low: number, high: number) =>
      Math.max(low, Math.min(value, high));
    const [nearX, nearY] = isSmall(other)
      ? middle(other)
      : [clamp(x, other.left, other.right), clamp(y, other.top, other.bottom)];
    return Math.hypot(x - nearX, y - nearY) - (isSmall(other) ? SIZE / 2 : 0);
  };
  return all.flatMap((target, place) => {
    const box = boxes[place];
    // A link within a sentence is bound to the line's height, and exempt.
    const isInline = getComputedStyle(target).display === 'inline' && target.localName === 'a';
    if (!box || !isSmall(box) || isInline) return [];
    const isClose = boxes.some((other, its) => its !== place && distance(box, other) < SIZE / 2);
    const size = `${Math.round(box.width)} x ${Math.round(box.height)}`;
    return isClose ? [`small target: ${size} ${target.outerHTML.slice(0, 120)}`] : [];
  });
}

/** Text with a lower contrast than WCAG 1.4.3 wants, placeholders among it. */
export function faintTexts(): string[] {
  const root = document.querySelector('ask-page')?.shadowRoot;
  if (!root) return ['no element'];
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  type Colour = [number, number, number, number];
  const read = (colour: string): Colour => {
    if (!canvas) throw new Error('no canvas');
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [r = 0, g = 0, b = 0, a = 0] = canvas.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const over = (top: Colour, below: Colour): Colour => [
    ...([0, 1, 2].map((i) => (top[i] ?? 0) * top[3] + (below[i] ?? 0) * (1 - top[3])) as [
      number,
      number,
      number,
    ]),
    1,
  ];
  const luminance = (colour: Colour) => {
    const [r = 0, g = 0, b = 0] = colour.slice(0, 3).map((value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = (element: Element | null): Colour => {
    if (!element) return read('canvas');
    const own = read(getComputedStyle(element).backgroundColor);
    if (own[3] === 1 || element.localName === 'dialog') return own;
    const parent = element.assignedSlot ?? element.parentElement;
    return over(own, ground(parent ?? (element.getRootNode() as ShadowRoot).host));
  };
  const check = (element: Element, style: CSSStyleDeclaration, text: string): string[] => {
    const below = ground(element);
    const [light, dark] = [luminance(over(read(style.color), below)), luminance(below)].sort(
      (a, b) => b - a,
    );
    const ratio = ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
    const size = parseFloat(style.fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    return ratio >= (isLarge ? 3 : 4.5)
      ? []
      : [`contrast ${ratio.toFixed(2)}: ${text.slice(0, 60)}`];
  };
  const found: string[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    const text = (node.textContent ?? '').trim();
    if (!parent || text === '' || ['style', 'script'].includes(parent.localName)) continue;
    if (!parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    found.push(...check(parent, getComputedStyle(parent), text));
  }
  for (const field of root.querySelectorAll<HTMLInputElement>('input, textarea')) {
    if (field.checkVisibility())
      found.push(...check(field, getComputedStyle(field, '::placeholder'), field.placeholder));
  }
  return found;
}

/**
 * What a small window cuts off or hides: the page or the dialog scrolls sideways, text is cut, or a
 * control that has the focus is not in view (WCAG 1.4.4, 1.4.10, 1.4.12, 2.4.11).
 */
export function cutOff(): string[] {
  const host = document.querySelector('ask-page');
  const root = host?.shadowRoot;
  if (!root) return ['no element'];
  const found: string[] = [];
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) found.push(`the page scrolls sideways: ${scrollWidth} px`);
  const name = (each: Element) => each.outerHTML.replace(/<!--.*?-->/g, '').slice(0, 120);
  const modal = root.querySelector('dialog:modal');
  const all = [...(modal ?? root).querySelectorAll<HTMLElement>('*')].filter((each) =>
    each.checkVisibility({ visibilityProperty: true }),
  );
  for (const each of all) {
    const style = getComputedStyle(each);
    // Text that only screen readers get is cut on purpose; code and tables scroll by themselves.
    if (each.matches('.spoken, .spoken *, pre, pre *, .table, .table *, input, svg, svg *'))
      continue;
    const isCut =
      each.scrollWidth > each.clientWidth + 1 &&
      style.overflowX !== 'visible' &&
      each.clientWidth > 0;
    if (isCut) found.push(`wider than its place: ${name(each)}`);
    const { left, right, width } = each.getBoundingClientRect();
    const isOut = width > 0 && (left < -1 || right > innerWidth + 1);
    if (isOut) found.push(`outside the window: ${name(each)}`);
  }
  const active = root.activeElement as HTMLElement | null;
  // What has the focus already is not scrolled into view again.
  active?.blur();
  for (const each of all) {
    if (!each.matches('button, a, input, textarea, select, summary, [tabindex="0"]')) continue;
    each.focus();
    const box = each.getBoundingClientRect();
    const [top, bottom] = [Math.max(0, box.top), Math.min(innerHeight, box.bottom)];
    const at = root.elementFromPoint(box.x + box.width / 2, (top + bottom) / 2);
    if (root.activeElement !== each) found.push(`takes no focus: ${name(each)}`);
    else if (bottom <= top || !at || !each.contains(at))
      found.push(
        `hidden where it has the focus: ${name(each)} behind ${at ? name(at) : 'nothing'}`,
      );
  }
  active?.focus();
  return found;
}
