import { normalise, withoutAccents } from './fold.js';
import type { Word } from './tokenise.js';

/** Function words by language: articles, pronouns, prepositions, auxiliary verbs and question words. */
const STOP_WORDS: Readonly<Record<string, string>> = {
  ar:
    'من في على الى إلى الي عن مع هل ما ماذا متى كيف اين أين لماذا كم اي أي هو هي هم ان أن إن لا لم لن او أو ثم كان كانت يكون ' +
    'هذا هذه ذلك تلك التي الذي الذين قد كل بعض غير بين حتى اذا إذا لكن عند به بها فيه فيها له لها منه منها عليه عليها ' +
    'اريد أريد يمكن يمكنني يجب يجوز استطيع أستطيع يوجد دون بعد قبل و ف ب ل فهل فماذا وهل',
  da:
    'og i at det en et den til er som pa de med han af for ikke der var mig sig men har om vi min havde hun nu over da fra du ' +
    'ud dem op hvad hvordan hvorfor hvornar hvor hvem hvilken hvilke kan skal vil jeg mit eller blive',
  de:
    'der die das den dem des ein eine einen einem einer eines und oder aber ich du er sie es wir ihr mich dich sich uns euch ' +
    'mein meine meinen meinem meiner meines dein sein seine ihre ihrem unser ist sind war waren wird werden wurde hat haben ' +
    'hatte kann konnen darf muss soll sollte sollten will wollen in im an am auf aus bei mit nach von vom zu zum zur fur uber ' +
    'unter um durch gegen ohne als wie was wer wo wann warum weshalb wieso woher wohin welche welcher welches welchen wieviel ' +
    'viele viel so auch nicht nur wenn dass man noch schon ja nein dann denn ihnen ihn ihm da hier gibt es tun mache macht',
  el: 'ο η το οι τα του τησ των τον την και να σε με για απο που πωσ τι ποτε ποιοσ ειναι δεν θα μου σου αν στο στη στην στον',
  en:
    'a an the and or but if then i you he she it we they me my mine your his her its our their them this that these those am is ' +
    'are was were be been being do does did done have has had can could may might must shall should will would in on at of off ' +
    'to from by for with without about into over under up down out as than so not no nor too very what which who whom whose when where ' +
    'why how much many any some there here s t ll ve re d m don just get got give tell please',
  es:
    'el la los las un una unos unas y o u e pero si yo tu el ella nosotros ellos me te se nos le les lo mi mis tu tus su sus ' +
    'este esta estos estas ese esa eso es son era fue ser estar esta estan ha han he hay haber puede puedo pueden poder debe ' +
    'debo deben tiene tengo tienen que de del al a en con por para sin sobre entre hasta desde como cuando donde adonde cual ' +
    'cuales cuanto cuanta cuantos cuantas quien porque no ni mas muy ya tan tanto tantas tantos algun alguna algunos va van ' +
    'hacer hago frecuencia quiero',
  fi:
    'ja on ei se etta han mina sina ne ovat oli joka mutta tai kun niin kuin myos mika mita miten miksi milloin missa mista ' +
    'mihin kuka kuinka voi voin pitaa minun sen taman tama',
  fr:
    'le la les l un une des du de d au aux et ou mais si je j tu il elle on nous vous ils elles me m te t se s lui leur leurs ' +
    'mon ma mes ton ta tes son sa ses notre votre ce c cet cette ces ca qui que qu quoi dont quel quelle quels quelles est sont ' +
    'etre ete suis a ai as ont avoir avait y en dans sur sous par pour avec sans entre jusqu vers chez ne n pas plus moins tres ' +
    'comment pourquoi quand combien peut puis je peux peuvent dois doit faut faire fait va vont tant aussi t il meilleure facon ' +
    'veux besoin',
  hu: 'a az es egy hogy nem is ez az van volt meg mi mit miert hogyan mikor hol hova ki melyik mennyi kell lehet vagy de ha en te',
  it:
    'il lo la i gli le l un uno una e o ma se io tu lui lei noi voi loro mi ti si ci vi me te mio mia miei mie suo sua suoi ' +
    'questo questa questi quello quella che chi cui cosa di del dello della dei degli delle a al allo alla ai alle da dal dalla ' +
    'in nel nella con su sul sulla per tra fra non piu come quando dove perche quale quali quanto quanta quanti quante e sono era ' +
    'essere ha hanno ho avere puo posso possono devo deve fare c',
  ja:
    'の に は を が と も で や か へ た て だ な ね よ し ば です ます でし まし ました ません ない いい よい する し て い いる ある あり ' +
    'ます なり なる れ られ これ それ あれ この その あの ここ そこ どこ いつ なぜ なに 何 誰 どう どの どれ どんな どれくらい いくつ いくら ' +
    'から まで より ので のに けれど など こと もの よう すれ たら なら たい ください ほしい くらい ぐらい その ため どうし',
  ko:
    '왜 어떻게 무엇 무엇이 무엇을 무엇인가요 언제 어디 어디서 어디에 어디로 어디에서 누가 누구 얼마나 몇 어느 어떤 어떤가요 그 이 저 ' +
    '것 수 때 더 잘 없이 뒤에 하나요 되나요 있나요 있습니까 없나요 하려면 해야 하면 하는 할 한 인가요 입니까 좋은 가장 또는 그리고 및 나는 내 ' +
    '우리 저는 제 방법은 방법 필요한가요 되어야 생기나요 가나요',
  nb: 'og i jeg det at en et den til er som pa de med han av ikke der var meg seg men har om vi min hun na over da fra du ut dem hva hvordan hvorfor nar hvor hvem hvilken kan skal vil eller',
  nl:
    'de het een en of maar als ik je jij u hij zij ze we wij jullie hun mijn jouw zijn haar ons onze dit dat deze die is zijn ' +
    'was waren wordt worden heeft hebben had kan kunnen mag moet zou zal wil in op aan van voor met bij naar uit over door om te ' +
    'tot niet geen ook nog wel wat wie waar wanneer waarom hoe welke hoeveel er dan zo veel',
  pl: 'i w z na do nie to sie jest sa byl jak co kto gdzie kiedy dlaczego ile jaki jaka jakie czy ze o po za od dla przez ale lub moj mozna moge trzeba',
  pt:
    'o a os as um uma uns umas e ou mas se eu tu ele ela nos eles me te lhe meu minha meus seu sua seus este esta isto esse essa ' +
    'isso e sao era ser estar esta estao tem tenho ter ha pode posso podem deve devo que quem qual quais de do da dos das em no ' +
    'na nos nas por pelo pela para com sem sobre entre ate como quando onde porque quanto quanta quantos quantas nao mais muito',
  ro: 'si in la de cu pe un o al ai ale ce cine cum cand unde care cat cati nu este sunt era fi am ai are au pentru din sa se mai eu tu el ea',
  ru:
    'и в во не что он на я с со как а то все она так его но да ты к у же вы за бы по ее мне было вот от меня еще нет о из ему ли ' +
    'если или ни быть был него до вас вам ведь там себя ей они тут где есть надо ней для мы их чем была сам чтобы без кто этот ' +
    'того какой какая какие каком какую когда куда откуда зачем почему сколько можно нужно можете могу может мой моя мое мои моей ' +
    'моего моих моем моему свой эта это эти этом при об над под про столько как то хочу должен должна делать сделать берется у',
  sv: 'och i att det en ett den till ar som pa de med han av for inte der var mig sig men har om vi min hade hon nu over da fran du ut dem vad hur varfor nar vem vilken vilka kan ska vill eller jag',
  th:
    'ที่ และ ใน ของ เป็น มี ได้ ให้ ไม่ จะ ว่า กับ แต่ ก็ นี้ นั้น จาก โดย หรือ ถ้า ไหม หรือไม่ ทำไม อย่างไร เมื่อไร เมื่อไหร่ ที่ไหน ไหน ' +
    'อะไร ใคร เท่าไร กี่ ใด ควร ต้อง ทำ ฉัน ผม คุณ เรา มัน จึง ซึ่ง แล้ว อยู่ ไป มา คือ การ ความ ดี ถึง ไร อย่าง ด้วย',
  tr: 'bir ve bu da de icin ile mi mu ne nasil neden nicin nerede nereye ne zaman kim hangi kac kadar cok daha en gibi ben sen o biz siz var yok degil ama veya',
  uk: 'і й в у не що він на я з із як а то все вона так його але та ти до же ви за б по її мені було від ще ні о чи якщо або де є для ми їх чим хто який коли куди чому скільки можна треба мій моя',
  vi: 'la va cua co cho khong mot nhung cac trong voi nay do thi gi nao sao tai khi o dau ai bao nhieu the duoc phai toi ban',
  zh:
    '的 了 在 是 我 我的 你 你的 他 她 它 它们 他们 们 和 与 或 或者 就 都 而 也 很 到 说 要 去 会 着 没有 有没有 好的 这 那 什么 怎么 怎样 怎么办 ' +
    '为什么 哪里 哪 哪儿 谁 几 多少 多 吗 呢 吧 啊 如果 但 但是 可以 能 应该 必须 该 被 把 给 从 对 不 才 又 还 里 上 想 得 地 个 时 时候 让 需要 ' +
    '是不是 办 来 最',
};

/** Words that equal a function word only if their accents are removed: té (tea), dés (dice), sûr (sure). */
const TOLD_BY_ACCENT: ReadonlySet<string> = new Set(['té', 'dés', 'sûr'].map(normalise));

const BY_LANGUAGE: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(STOP_WORDS).map(([language, words]) => [
    language,
    new Set(words.split(' ').map((word) => withoutAccents(normalise(word)))),
  ]),
);

/** Whether a word, or a part of a compound, is a function word of a language. */
export const isStopWord = (word: string, language: string): boolean =>
  BY_LANGUAGE.get(language)?.has(withoutAccents(word)) ?? false;

/**
 * Chooses the language that has the most function words in the query, and returns these words. Returns none if all
 * words of the query are function words.
 */
export function stopWordsAmong(
  words: readonly Word[],
  languages: readonly string[],
): ReadonlySet<string> {
  const grammatical = words.filter(({ accented }) => !TOLD_BY_ACCENT.has(accented));
  let found: readonly string[] = [];
  for (const language of languages) {
    const known = BY_LANGUAGE.get(language);
    const among = known
      ? grammatical.map(({ text }) => text).filter((text) => known.has(text))
      : [];
    if (among.length > found.length) found = among;
  }
  return new Set(found.length < words.length ? found : []);
}
