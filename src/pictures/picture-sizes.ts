/** Served widths in pixels: a phone, a column of text, and that column on a dense screen. */
const WIDTHS = [480, 960, 1440] as const;
/** WebP ends at 16,383 pixels, and nobody reads further than this. */
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

/** The one served size of an animation, since each of its frames is encoded. */
export const animatedSize = (size: Size): Size => {
  const sizes = servedSizes(size);
  return sizes.findLast(({ width }) => width <= WIDTHS[1])!;
};
