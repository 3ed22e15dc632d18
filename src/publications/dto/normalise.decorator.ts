import { Transform } from 'class-transformer';
import { canonicalLocale } from '../../platform/validation/locale.js';
import { normalSlug } from '../slug.js';

/** Applies a change to a text before the checks; anything else is left for them to refuse. */
const Text = (change: (text: string) => string): PropertyDecorator =>
  Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? change(value) : value));

/** Applies a change to a list before the checks. */
const List = (change: (items: unknown[]) => unknown[]): PropertyDecorator =>
  Transform(({ value }: { value: unknown }) => (Array.isArray(value) ? change(value) : value));

export const Trimmed = (): PropertyDecorator => Text((text) => text.trim());

export const CanonicalLocale = (): PropertyDecorator =>
  Text((text) => canonicalLocale(text) ?? text);

export const NormalSlug = (): PropertyDecorator => Text(normalSlug);

export const TrimmedItems = (): PropertyDecorator =>
  List((items) => items.map((item) => (typeof item === 'string' ? item.trim() : item)));
