const GIF_EXTENSION = 0x21;
const GIF_IMAGE = 0x2c;
const GIF_TRAILER = 0x3b;

/**
 * Whether a GIF consists of known blocks up to its trailer. The decoder (libnsgif) gives no error if blocks are missing
 * or unknown: it drops the incomplete frame, or all frames that follow.
 */
export function isWholeGif(gif: Buffer): boolean {
  let at = 13 + colourTableBytes(gif, 10);
  while (at < gif.length) {
    const block = gif[at];
    if (block === GIF_TRAILER) return true;
    if (block === GIF_EXTENSION) at = endOfSubBlocks(gif, at + 2);
    else if (block === GIF_IMAGE) at = endOfSubBlocks(gif, at + 11 + colourTableBytes(gif, at + 9));
    else return false;
  }
  return false;
}

/** Returns the size of a colour table from the byte with its flag and size; 0 without a table. */
function colourTableBytes(gif: Buffer, at: number): number {
  const flags = gif[at] ?? 0;
  return flags & 0x80 ? 3 * 2 ** ((flags & 0x07) + 1) : 0;
}

/** Skips sub-blocks. Each begins with its length; a length of 0 ends them. */
function endOfSubBlocks(gif: Buffer, start: number): number {
  let at = start;
  for (let length = gif[at]; length; length = gif[at]) at += length + 1;
  return at + 1;
}

/** Whether a PNG is animated (APNG): a chunk `acTL` precedes the image data. The decoder reads only the still image. */
export function isAnimatedPng(png: Buffer): boolean {
  let at = 8;
  while (at + 8 <= png.length) {
    const type = png.toString('latin1', at + 4, at + 8);
    if (type === 'acTL') return true;
    if (type === 'IDAT') return false;
    at += 12 + png.readUInt32BE(at);
  }
  return false;
}
