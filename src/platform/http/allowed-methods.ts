import type { Request } from 'express';
import { canonicalLocale } from '../validation/locale.js';

interface Layer {
  readonly route?: { readonly methods: Readonly<Record<string, boolean>> };
  match(path: string): { readonly params: Readonly<Record<string, string>> } | false;
}

/** The methods of all routes at the address of a request; none where there is nothing. */
export function methodsOf(request: Request): string[] {
  const { stack } = request.app.router as unknown as { stack: Layer[] };
  const methods = stack
    .filter((layer) => layer.route && matches(layer, request.path))
    .flatMap((layer) => Object.keys(layer.route!.methods))
    .flatMap((method) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]));
  return [...new Set(methods)];
}

/** What is no locale is no address of the site, though its routes look at every path. */
const isPlace = ({ locale }: Readonly<Record<string, string>>): boolean =>
  locale === undefined || canonicalLocale(locale) !== undefined;

function matches(layer: Layer, path: string): boolean {
  try {
    const match = layer.match(path);
    return match !== false && isPlace(match.params);
  } catch {
    return false;
  }
}
