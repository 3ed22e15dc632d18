/** Widths at which pictures are served, in pixels: a phone, a column of text, and that column on a dense screen. */
const WIDTHS = [480, 960, 1440] as const;
/** No file is higher: WebP ends at 16,383, and nobody reads further. */
const MAX_HEIGHT = 8_000;

/** How large a picture is, in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The sizes in which a picture is served, the smallest first: at most three, none larger than itself (contract 14). */
export function servedSizes({ width, height }: Size): readonly Size[] {
  const widest = Math.min(width, WIDTHS[2], Math.max(1, Math.floor((width * MAX_HEIGHT) / height)));
  const widths = [...WIDTHS.filter((each) => each < widest), widest];
  return widths.map((each) => ({
    width: each,
    height: Math.min(MAX_HEIGHT, Math.max(1, Math.round((height * each) / width))),
  }));
}

/** The one size in which an animation is served: each of its frames is encoded. */
export const animatedSize = (size: Size): Size => {
  const sizes = servedSizes(size);
  return sizes.findLast(({ width }) => width <= WIDTHS[1])!;
};
