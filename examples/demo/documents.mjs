const ai = { kind: 'ai', name: 'Demo assistant' };
const sources = ['https://en.wikipedia.org/wiki/Green_tea'];
const room = { kind: 'person', name: 'The tea room' };

const menu = `- [Welcome](/en/welcome)
- Brewing
  - [Green tea](/en/green-tea)
  - [Oolong](/en/oolong)
  - [Water](/en/water)
- The tea room
  - [House rules](/en/house-rules)
  - [The kettle](/en/kettle)
    - [Release notes](/en/release-notes)
`;

const welcome = `This handbook says how we brew tea, and how we keep the room.

- [Green tea](/en/green-tea): cooler water, shorter time
- [Oolong](/en/oolong): several short infusions
- [Water](/en/water): what matters more than the leaves
- [House rules](/en/house-rules), and [the kettle](/en/kettle) that knows them

Assistants write most of these pages. People decide which of them you see.
`;

const guide = `Green tea likes water that has stopped boiling.

## What you need

- 3 g of leaves for 200 ml
- water of **70 to 80 °C**
- a pot, a cup, two minutes

> [!TIP]
> Warm the pot first: a cold one takes ten degrees away.

## How long

| Tea   | Water  | Time    |
| ----- | -----: | ------- |
| green |  75 °C | 2 min   |
| white |  80 °C | 4 min   |
| black |  95 °C | 3 min   |

The water cools by Newton's law[^1]:

$$T(t) = T_r + (T_0 - T_r)\\,e^{-kt}$$

## A timer

\`\`\`js
const minutes = { green: 2, white: 4, black: 3 };
setTimeout(() => console.log('Tea is ready'), minutes.green * 60_000);
\`\`\`

[^1]: With $T_r$ the temperature of the room.
`;

/**
 * The documents of a small handbook, in six languages: most are public, one of these has a newer revision in review, two
 * others are in review, and one is a draft. `place` makes a document the menu or the start page of its locale.
 */
export const documents = [
  {
    locale: 'en',
    slug: 'welcome',
    title: 'The handbook of the tea room',
    description: 'How we brew, and how we keep the room.',
    author: room,
    content: welcome,
    publish: true,
    place: 'home',
  },
  {
    locale: 'en',
    slug: 'contents',
    title: 'Contents',
    author: room,
    content: menu,
    publish: true,
    place: 'menu',
  },
  {
    locale: 'en',
    slug: 'oolong',
    title: 'How to brew oolong',
    description: 'Several short infusions.',
    tags: ['tea', 'how-to'],
    sources: ['https://en.wikipedia.org/wiki/Oolong'],
    author: ai,
    publish: true,
    content:
      'Oolong opens slowly: brew it several times.\n\n## First infusion\n\n5 g on 150 ml at **90 °C**, 30 seconds.\n\n## Later infusions\n\nTen seconds more each time, up to six times.\n',
  },
  {
    locale: 'en',
    slug: 'water',
    title: 'Water for tea',
    description: 'Soft, fresh, and not boiled twice.',
    tags: ['tea', 'water'],
    sources: ['https://en.wikipedia.org/wiki/Hard_water'],
    author: ai,
    publish: true,
    content:
      'Soft water lets tea taste of tea.\n\n| Hardness | What to do |\n| --- | --- |\n| soft | nothing |\n| middle | filter it |\n| hard | use spring water |\n',
  },
  {
    locale: 'en',
    slug: 'kettle',
    title: 'The kettle',
    tags: ['kettle'],
    author: room,
    publish: true,
    content: 'It holds 1.5 l and stops by itself. Descale it each month.\n',
  },
  {
    locale: 'en',
    slug: 'green-tea',
    title: 'How to brew green tea',
    description: 'Cooler water, shorter time.',
    tags: ['tea', 'how-to'],
    sources,
    author: ai,
    content: guide,
    publish: true,
  },
  {
    locale: 'de',
    slug: 'green-tea',
    title: 'Grünen Tee zubereiten',
    description: 'Weniger heiß, weniger lang.',
    tags: ['tee'],
    author: ai,
    publish: true,
    content:
      'Grüner Tee mag Wasser, das nicht mehr kocht.\n\n## Menge\n\n3 g auf 200 ml, bei **75 °C**, zwei Minuten.\n',
  },
  {
    locale: 'ja',
    slug: 'green-tea',
    title: '緑茶のいれ方',
    description: '低めの温度で、短い時間。',
    tags: ['お茶'],
    author: ai,
    publish: true,
    content:
      '緑茶は沸騰していないお湯でいれます。\n\n## 分量\n\n湯200mlに茶葉3g、**75 °C**で2分。\n',
  },
  {
    locale: 'ar',
    slug: 'green-tea',
    title: 'كيف تُحضّر الشاي الأخضر',
    description: 'ماء أقل حرارة ووقت أقصر.',
    tags: ['شاي'],
    author: ai,
    publish: true,
    content:
      'الشاي الأخضر يحتاج إلى ماء لم يعد يغلي.\n\n## المقدار\n\n٣ غرامات لكل ٢٠٠ مل عند **75 °C** مدة دقيقتين.\n',
  },
  {
    locale: 'hi',
    slug: 'green-tea',
    title: 'ग्रीन टी कैसे बनाएँ',
    description: 'कम गर्म पानी, कम समय।',
    tags: ['चाय'],
    author: ai,
    publish: true,
    content:
      'ग्रीन टी के लिए पानी उबलता हुआ न हो।\n\n## मात्रा\n\n200 मि.ली. पानी में 3 ग्राम, **75 °C**, दो मिनट।\n',
  },
  {
    locale: 'en',
    slug: 'release-notes',
    title: 'Release notes of the kettle',
    tags: ['kettle'],
    publish: true,
    author: { kind: 'service', name: 'Kettle CI' },
    content:
      '- The kettle stops at 75 °C.\n- ~~It whistles.~~ It hums.\n- [x] Tea is better now.\n',
    later: {
      content: '- The kettle stops at 70 °C.\n- It hums.\n',
      changeNote: 'Five degrees less.',
      intent: 'review',
    },
  },
  {
    locale: 'en',
    slug: 'house-rules',
    title: 'House rules of the tea room',
    tags: ['tea'],
    publish: true,
    author: room,
    content: 'Warm the pot, rinse the cup, ask before you pour.\n',
  },
  {
    locale: 'en',
    slug: 'black-tea',
    title: 'How to brew black tea',
    tags: ['tea'],
    sources,
    author: ai,
    intent: 'review',
    content: 'Boiling water, three minutes.\n',
    changeNote: 'First version, please check the time.',
  },
  {
    locale: 'fr',
    slug: 'black-tea',
    title: 'Préparer le thé noir',
    tags: ['thé'],
    author: ai,
    intent: 'review',
    content: 'De l’eau bouillante, trois minutes.\n',
  },
  {
    locale: 'en',
    slug: 'white-tea',
    title: 'How to brew white tea',
    tags: ['tea'],
    author: ai,
    content: 'Four minutes. More to come.\n',
  },
];
