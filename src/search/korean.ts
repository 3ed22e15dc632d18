/** What Korean puts behind nouns and verbal nouns: 문서를, 문서에서, 발표했다. */
const PARTICLES =
  '은 는 이 가 을 를 의 와 과 도 만 에 에는 에도 에서 에서는 에서도 에게 에게서 로 으로 로는 으로는 로서 으로서 ' +
  '로써 으로써 로부터 으로부터 까지 부터 보다 처럼 마다 조차 밖에 들 들이 들은 들을 들의 들에게 이란 이나 이라 ' +
  '이라는 이라고';
const VERBS =
  '하다 한다 했다 하는 하여 해서 하고 하기 한 할 하였다 합니다 했습니다 되다 된다 됐다 되는 되어 돼서 되고 된 ' +
  '되었다 됩니다 되었습니다 이다 이며 이고 인 입니다 이었다';
const LONGEST_FIRST = `${PARTICLES} ${VERBS}`
  .split(' ')
  .toSorted((one, other) => other.length - one.length);

/**
 * A Korean word without its ending, as far as two syllables of it remain. The stems of other verbs
 * change with their endings, and are found in the form that is asked for.
 */
export function withoutEnding(word: string): string {
  const ending = LONGEST_FIRST.find(
    (each) => word.length >= each.length + 2 && word.endsWith(each),
  );
  return ending === undefined ? word : word.slice(0, -ending.length);
}
