import { hash } from 'node:crypto';

/** A text whose embedded pictures were taken out: each `data:` address is replaced by a short one. */
export interface WithoutData {
  readonly content: string;
  /** The bytes of each picture, by its short address. */
  readonly pictures: ReadonlyMap<string, Buffer<ArrayBuffer>>;
  /** Puts the addresses back that are still in a text. */
  restored(text: string): string;
}

const DATA = /data:image\/[a-z0-9.+-]{1,40};base64,[A-Za-z0-9+/=]+/gi;
const SHORT = /data:sha256,[0-9a-f]{64}/g;

/**
 * Takes embedded pictures out of a text, as Google Docs and assistants write them: with them a text is longer than a
 * document may be, and takes long to parse.
 */
export function withoutData(text: string): WithoutData {
  const pictures = new Map<string, Buffer<ArrayBuffer>>();
  const addresses = new Map<string, string>();
  const content = text.replaceAll(DATA, (address) => {
    const short = `data:sha256,${hash('sha256', address)}`;
    addresses.set(short, address);
    pictures.set(short, Buffer.from(address.slice(address.indexOf(',') + 1), 'base64'));
    return short;
  });
  return {
    content,
    pictures,
    restored: (changed) => changed.replaceAll(SHORT, (short) => addresses.get(short) ?? short),
  };
}
