/** Units that belong to the number before them. */
const UNITS =
  '%|‰|°[CFK]?|[€$£¥₩₹]|[µμmckdhn]?(?:g|m|l|L|s|A|V|W|Wh|J|N|mol)|mcg|kcal|cal|min|h|d|GW|MW|GWh|MWh|[kMG]?Hz|[hkM]?Pa|m?bar|' +
  '[kMGT]?i?B|[kMG]bit|IU|ppm|ppb|dB|km/h|m/s|mph|psi|lbs?|oz|ft|mi|EUR|USD|GBP|CHF|JPY|KRW|CNY|RUB';
/** A sign, in the ways in which people write it. */
const SIGN = '[-+−–‑－±]';
/** Digits of any kind, also `⁶` and `½`. */
const NUMBER = String.raw`(?:(?<![\p{L}\p{N}])${SIGN})?[€$£¥₩₹]?\p{N}+(?:[.,:/’'٫٬\u00a0\u202f–⁄⁻-]?\p{N}+)*`;
/** A number with its unit, so that `5 mg` and `50 mg` differ as wholes. */
const AMOUNT = String.raw`${NUMBER}(?:[ \u00a0\u202f]?(?:${UNITS})[²³]?(?![\p{L}\p{N}]))?`;

/**
 * Matches short pieces of a text. The segmenter gets the text in pieces, because its time grows with the square of the
 * length of the text. A whole document in one piece would take minutes.
 */
const PIECES = new RegExp(
  String.raw`[A-Za-z_]+\d\w*|${AMOUNT}|\n|[^\S\n]+|` +
    String.raw`(?:(?!${SIGN}\p{N})[^\s\p{N}、。，．！？；：]){1,300}[、。，．！？；：]?|\S`,
  'gu',
);
const ONE_WORD = /^(?:\s+|\w+)$/;
const IS_AMOUNT = new RegExp(`^${NUMBER}`, 'u');

/** Returns a function that splits a text into the words of a language and the characters between the words. */
export function wordsOf(locale: string): (text: string) => string[] {
  const segmenter = new Intl.Segmenter(locale, { granularity: 'word' });
  const segments = (piece: string): string | string[] =>
    ONE_WORD.test(piece) || IS_AMOUNT.test(piece)
      ? piece
      : Array.from(segmenter.segment(piece), ({ segment }) => segment);
  return (text) => (text.match(PIECES) ?? []).flatMap(segments);
}

/** What makes a change weigh more than other words, most dangerous first. */
export const WEIGHTS = ['negation', 'number', 'date', 'link', 'name'] as const;
export type Weight = (typeof WEIGHTS)[number];

const words = (list: string): string => String.raw`(?<![\p{L}\p{N}])(?:${list})(?![\p{L}\p{N}])`;

/** Negations, and words of the same weight such as "without", by language. */
const NEGATIONS: Readonly<Record<string, string>> = {
  en:
    words('not|no|never|none|nothing|nobody|neither|nor|without|cannot|unless|non') + "|n['’]t\\b",
  de: words('nicht|nichts|kein|keine|keinen|keinem|keiner|keines|nie|niemals|niemand|ohne|weder'),
  fr: words('ne|pas|jamais|rien|aucun|aucune|sans|ni|non') + "|(?<![\\p{L}])n['’]",
  es: words('no|nunca|jamás|nada|nadie|ningún|ninguno|ninguna|sin|ni|tampoco'),
  pt: words('não|nunca|jamais|nada|ninguém|nenhum|nenhuma|sem|nem'),
  it: words('non|mai|niente|nulla|nessuno|nessuna|nessun|senza|né|no'),
  nl: words('niet|niets|geen|nooit|niemand|zonder|noch'),
  pl: words('nie|nigdy|nic|nikt|żaden|żadna|żadne|bez|ani'),
  ru: words('не|нет|ни|никогда|ничего|никто|нельзя|без'),
  uk: words('не|ні|немає|ніколи|нічого|ніхто|без'),
  tr:
    words('değil|yok|hayır|asla|hiç|olmadan') +
    '|m[ae]z(?!\\p{L})|m[ıiuü]yor|m[ae]m[ae]l[ıi]|(?<=\\p{L})m[ae](?:y[ıiuü]n|y[ae]c[ae][kğ]|d[ae]n|d[ıi]|m[ıi]ş)',
  // A conjunction is written together with the word that follows it.
  ar: words('[وف]?(?:لا|ليس|ليست|لم|لن|غير|بدون|دون|ما)|[ولب]?عدم|بلا|ألا'),
  he: words('[וש]{0,2}(?:לא|אין|בלי|ללא|אל|אף|מעולם)'),
  fa:
    words('نه|نیست|نباید|نمی|بدون|هرگز|هیچ') +
    // The prefix of a negated verb, before the stems of frequent verbs: other words begin with this letter, too.
    '|(?<!\\p{L})ن(?:می|کن|کرد|شو|شد|ده|داد|خور|گیر|گذار|باش|بود|دار|زن|بین|ریز|نوش|پوش|یفت)',
  hi: words('नहीं|न|मत|बिना|कभी'),
  ja: 'ない|なかっ|なく|ません|不|非|無|未|禁',
  ko:
    words('안') +
    '|안[되돼됩된될]|않|못|없|아니|말[라아고]|지마|(?<!\\p{L})마(?:세요|십시오|시오|라)|금지|불가',
  zh: '[不没沒無无未非勿莫别別禁]',
  th: 'ไม่|มิได้|ห้าม|ไร้|ปราศจาก',
  vi: words('không|chưa|chẳng|đừng|cấm'),
  id: words('tidak|bukan|jangan|belum|tanpa|tak'),
};

/** Numerals that are written as words, by language, without those that are also other words. */
const NUMERALS: Readonly<Record<string, string>> = {
  en: words(
    'two|three|four|five|six|seven|eight|nine|ten|hundred|thousand|[mb]illions?|twice|half',
  ),
  ja: '[〇二三四五六七八九十百千万億半]',
  ko: words('두|세|네|다섯|여섯|일곱|여덟|아홉|열'),
  zh: '[〇零二两兩三四五六七八九十百千万萬亿億半]',
};

/** Returns the names of months and weekdays in a language. */
function calendarOf(locale: string): string {
  const days = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2024, month, month + 1)));
  const each = (options: Intl.DateTimeFormatOptions): string[] => {
    const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
    return days.flatMap((day) =>
      format
        .formatToParts(day)
        .filter(({ type }) => type === 'month' || type === 'weekday')
        .map(({ value }) => value),
    );
  };
  // Many languages have one form for a month alone and another one for a month with a day.
  const forms = (['long', 'short'] as const).flatMap((form) =>
    each({ month: form }).concat(each({ month: form, day: 'numeric' }), each({ weekday: form })),
  );
  const names = [...new Set(forms)].filter((name) => /^\p{L}{3,}/u.test(name));
  return names.length === 0
    ? '(?!)'
    : words(names.map((name) => name.replaceAll('.', '\\.')).join('|'));
}

const AMOUNTS = new RegExp(AMOUNT, 'gu');
const ONLY_UNIT = new RegExp(`^(?:${UNITS})$`, 'u');
/** A number before a word that it counts, such as `5` before `hours`. */
const ENDS_WITH_NUMBER = /\p{N}[ \u00a0\u202f-]?$/u;
const WORD_FIRST = /^[ \u00a0\u202f-]?[\p{L}°%‰]/u;
const LIKE_DATE = /^\d{4}[-./]\d{1,2}[-./]\d{1,2}$|^\d{1,2}[-./]\d{1,2}[-./]\d{2,4}$/;
const CAPITALISED = /(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{M}’'-]*/gu;
const SENTENCE_START = /(?:^|[.!?…:。]["'”’»)]*\s)\s*["'“‘«(]*$/u;
/** In these languages every noun has a capital letter, so a capital letter shows no name. */
const CAPITAL_NOUNS = new Set(['de', 'lb']);
/** A change of more characters is not a change of a name or a unit: a long text has capital letters anyway. */
const MAX_SHORT = 60;

export interface Replacement {
  readonly left: string;
  readonly right: string;
  /** The text before the change, in the same block. */
  readonly before: string;
}

/** Returns the words with a capital letter that do not begin a sentence. */
const namesIn = (text: string, before: string): string =>
  Array.from(text.matchAll(CAPITALISED), ({ 0: name, index }) =>
    SENTENCE_START.test(`${before}${text.slice(0, index)}`.slice(-20)) ? '' : name,
  ).join(' ');

/** Returns a function that finds what makes a change weigh more than other words. */
export function weigher(locale: string): (change: Replacement) => Weight[] {
  const { language } = new Intl.Locale(locale);
  const negation = new RegExp([NEGATIONS[language] ?? '(?!)', NEGATIONS['en']].join('|'), 'giu');
  const numeral = new RegExp(NUMERALS[language] ?? '(?!)', 'giu');
  const calendar = new RegExp(calendarOf(locale), 'giu');
  const found = (text: string, pattern: RegExp): string =>
    (text.match(pattern) ?? [])
      .map((one) => one.toLocaleLowerCase(locale))
      .toSorted()
      .join(' ');
  const dates = (text: string): string =>
    `${found(text, calendar)} ${(text.match(AMOUNTS) ?? []).filter((one) => LIKE_DATE.test(one)).join(' ')}`;
  return ({ left, right, before }) => {
    const differs = (of: (text: string) => string): boolean => of(left).trim() !== of(right).trim();
    const isShort = left.length <= MAX_SHORT && right.length <= MAX_SHORT;
    const isUnit = [left, right].every((side) => ONLY_UNIT.test(side.trim()));
    const isDate = differs(dates);
    const isCounted =
      isShort &&
      !isDate &&
      ENDS_WITH_NUMBER.test(before) &&
      WORD_FIRST.test(left || right) &&
      left !== right;
    const tests: Readonly<Record<Exclude<Weight, 'link'>, boolean>> = {
      negation: differs((text) => String(text.match(negation)?.length ?? 0)),
      number:
        isUnit || isCounted || differs((text) => `${found(text, AMOUNTS)} ${found(text, numeral)}`),
      date: isDate,
      name: isShort && !CAPITAL_NOUNS.has(language) && differs((text) => namesIn(text, before)),
    };
    return WEIGHTS.filter((weight) => weight !== 'link' && tests[weight]);
  };
}
