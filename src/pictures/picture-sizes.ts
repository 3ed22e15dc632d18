/** Served widths in pixels: for a phone, for a column of text, and for this column on a high-density screen. */
const WIDTHS = [480, 960, 1440] as const;
/** In pixels. WebP allows 16,383, but no reader needs a taller picture than this. */
const MAX_HEIGHT = 8_000;

/** Size of a picture in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Served sizes of a picture, smallest first: at most three, none larger than the picture (contract 14). */
export function servedSizes({ width, height }: Size): readonly Size[] {
  const widest = Math.min(width, WIDTHS[2], Math.max(1, Math.floor((width * MAX_HEIGHT) / height)));
  const widths = [...WIDTHS.filter((each) => each < widest), widest];
  return widths.map((each) => ({
    width: each,
    height: Math.min(MAX_HEIGHT, Math.max(1, Math.round((height * each) / width))),
  }));
}

/** An animation has only one served size, because each of its frames must be encoded. */
export const animatedSize = (size: Size): Size => {
  const sizes = servedSizes(size);
  return sizes.findLast(({ width }) => width <= WIDTHS[1])!;
};
