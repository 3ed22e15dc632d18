/** Elements of an SVG drawing that can neither run, load nor embed anything. */
const ELEMENTS = new Set(
  (
    'svg g defs symbol use title desc style path rect circle ellipse line polyline polygon text tspan ' +
    'linearGradient radialGradient stop clipPath mask marker pattern filter feBlend feColorMatrix feComposite feFlood ' +
    'feDropShadow feGaussianBlur feMerge feMergeNode feMorphology feOffset'
  ).split(' '),
);
const NAME = String.raw`[A-Za-z_][\w:.-]*`;
const VALUE = String.raw`"[^"<]*"|'[^'<]*'`;
const ATTRIBUTE = new RegExp(String.raw`\s+(${NAME})\s*=\s*(${VALUE})`, 'g');
/** A comment, a tag or a text: nothing else may stand in the file, so no DOCTYPE, entity, CDATA or instruction. */
const PART = new RegExp(
  String.raw`<!--(?:[^-]|-[^-])*-->|<(/?)(${NAME})((?:\s+${NAME}\s*=\s*(?:${VALUE}))*)\s*(/?)>|([^<]+)`,
  'y',
);
const ENTITY = /&(?!(?:amp|lt|gt|quot|apos);)/;

/**
 * Reads an SVG file. Returns its width divided by its height; if it is not a harmless drawing, the reason as the rest of a
 * sentence about the file.
 */
export function harmlessSvg(file: string): { readonly ratio: number } | string {
  const text = file.replace(/^\uFEFF?\s*(?:<\?xml\s[^?<>]*\?>)?\s*/, '').trimEnd();
  const open: string[] = [];
  let root: Map<string, string> | undefined;
  PART.lastIndex = 0;
  while (PART.lastIndex < text.length) {
    const at = PART.lastIndex;
    const part = PART.exec(text);
    if (!part) return `is not plain SVG at ${JSON.stringify(text.slice(at, at + 30))}`;
    const [, end, name, attributes = '', single, words] = part;
    if (words !== undefined) {
      if (ENTITY.test(words)) return 'has an entity';
      const fault = open.at(-1) === 'style' ? faultOfStyle(words) : undefined;
      if (fault !== undefined) return fault;
    }
    if (name === undefined) continue;
    if (!ELEMENTS.has(name)) return `has the element <${name}>`;
    if (end) {
      if (open.pop() !== name) return `is not well-formed at </${name}>`;
      continue;
    }
    const given = new Map<string, string>();
    for (const [, key, value] of attributes.matchAll(ATTRIBUTE))
      given.set(key!, value!.slice(1, -1));
    if (open.length === 0 && (root || name !== 'svg')) return 'does not have one <svg> as its root';
    root ??= given;
    for (const [key, value] of given) {
      const fault = faultOfAttribute(key, value);
      if (fault !== undefined) return fault;
    }
    if (!single) open.push(name);
  }
  if (!root || open.length > 0) return 'is not well-formed';
  if (root.get('xmlns') !== 'http://www.w3.org/2000/svg') return 'lacks the xmlns of SVG';
  const ratio = ratioOf(root);
  return ratio === undefined ? 'has no viewBox' : { ratio };
}

function faultOfAttribute(key: string, value: string): string | undefined {
  if (/^xmlns(?::xlink)?$/.test(key)) return undefined;
  if (/^on/i.test(key)) return `has the event handler ${key}`;
  if (ENTITY.test(value)) return 'has an entity';
  if (/(?:^|:)(?:href|src|base)$/i.test(key) && !value.startsWith('#')) {
    return `refers to something outside the file (${key})`;
  }
  return key.startsWith('aria-') ? undefined : faultOfStyle(value);
}

const faultOfStyle = (value: string): string | undefined =>
  /\\|@|&|\/\*|(?:url|src|image|image-set|element)\s*\(\s*(?!#)|(?:java|vb)script:|expression/i.test(
    value,
  )
    ? 'refers to something outside the file (style)'
    : undefined;

function ratioOf(root: ReadonlyMap<string, string>): number | undefined {
  const [, , boxWidth, boxHeight] = (root.get('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const width = boxWidth ?? Number.parseFloat(root.get('width') ?? '');
  const height = boxHeight ?? Number.parseFloat(root.get('height') ?? '');
  return width > 0 && height > 0 ? width / height : undefined;
}
