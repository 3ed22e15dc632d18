const ai = { kind: 'ai', name: 'Demo assistant' };
const sources = ['https://example.org/tea', 'https://example.org/water'];

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
 * Ten documents. Seven are public, and one of these has a newer revision in review. Two others are in review, and one
 * is a draft.
 */
export const documents = [
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
    author: { kind: 'person', name: 'The tea room' },
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
