import { isMention } from './mentions.js';
import { OBJECT, type Passage } from './passages.js';
import type { WarningCode } from './warning-codes.js';

export interface TextSign {
  readonly code: WarningCode;
  /** Whether a content can have the sign. The result `true` can be wrong. It is fast, because most contents have none. */
  readonly hint: (text: string) => boolean;
  /** Finds what can be the sign in a passage. */
  readonly pattern: RegExp;
  /** Whether it is the sign, and not a text about it. */
  readonly isMeant: (passage: Passage, found: RegExpExecArray, locale: string) => boolean;
  /** A text that also has the sign in code shows what the code makes. */
  readonly isShownByCode?: boolean;
}

/** How much of a passage before and after a sign counts. */
const NEAR = 300;

/** What stands on the line of a sign, before it and after it. */
function aroundIn(text: string, start: number, end: number): readonly [string, string] {
  const before = text.slice(Math.max(start - NEAR, 0), start);
  const after = text.slice(end, end + NEAR);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  return [line.trim(), after.split('\n', 1)[0]!.trim()];
}

const spanOf = ({ index, 0: { length } }: RegExpExecArray): readonly [number, number] => [
  index,
  index + length,
];

const REASONING = String.raw`think(?:ing)?|thoughts?|reasoning|reflection|scratchpad|inner[_-]?(?:monologue|thoughts?)|chain[_-]of[_-]thought|tool[_-]?(?:calls?|uses?|results?|responses?|outputs?)|function[_-]?(?:calls?|results?|responses?|outputs?)|ant(?:ml)?:[a-z_]{1,30}|antthinking|antartifact|invoke`;
const SPECIAL = String.raw`<\|[a-z][a-z_]{1,40}\|>|<｜[^<>｜\n]{1,40}｜>|◁/?think▷|\[/?(?:TOOL_CALLS?|INST)\]`;

/** A sentence ends here. */
const SENTENCE_END = /(?:[.!?…:。！？।؟)”"»」*_|>\]\ufffc]|^)$/u;
/** A text goes on with the sign as its subject. */
const IS_SUBJECT =
  /^(?:is|are|was|were|means?|marks?|begins?|ends?|und|ist|est|es|é)\b|^[:,/)=–—-]/iu;

/**
 * Whether a tag is not a text about the tag. A tag counts at the beginning of a line, an end tag after a sentence, and
 * both around a text of some words.
 */
function isLeaked({ kind, isQuoted, text }: Passage, found: RegExpExecArray): boolean {
  const [start, end] = spanOf(found);
  if (isQuoted || /^(?:cell|label|heading)$/.test(kind) || isMention(text, start, end))
    return false;
  const [before, after] = aroundIn(text, start, end);
  const [, slash, name] = found;
  const pair = slash === '/' ? startOf(text, start, name!) : undefined;
  // A start tag at the beginning of a line is a warning of its own.
  if (pair) return !pair.isFirst && hasWords(pair.between);
  if (before === '' && after === '') return kind !== 'item';
  if (before === '') return !IS_SUBJECT.test(after);
  return (slash === '/' || name === undefined) && after === '' && SENTENCE_END.test(before);
}

/** Finds the start tag before an end tag: whether it begins its line, and the text between the two. */
function startOf(text: string, end: number, name: string) {
  const near = text.slice(Math.max(end - 5_000, 0), end);
  const at = near.lastIndexOf(`<${name}`);
  if (at === -1) return undefined;
  const line = near.slice(near.lastIndexOf('\n', at) + 1, at);
  return { isFirst: line.trim() === '', between: near.slice(near.indexOf('>', at) + 1) };
}

/** Whether a text has some words, and not only an "and" between two tags. */
const hasWords = (text: string): boolean =>
  /\p{L}\P{L}+\p{L}+\P{L}+\p{L}|[\p{sc=Hani}\p{sc=Kana}\p{sc=Hira}\p{sc=Thai}]{8}/u.test(
    text.replaceAll(OBJECT, ' '),
  );

const CITATION = [
  String.raw`:?contentReference\[oaicite:[^\]\s]{0,80}\](?:\{[^{}\n]{0,60}\})?`,
  String.raw`\[?\boaicite:\d+\]?`,
  String.raw`【\d+(?::\d+)?†[^】\n]{0,80}】`,
  String.raw`(?:\ue200|\b)(?:(?:cite|filecite|navlist|image_group|entity)[\ue200-\ue206]?)?turn\d+(?:search|news|view|image|fetch|file|product|forecast|reddit|academia|maps|finance|sports)\d+[\ue200-\ue206]?`,
  String.raw`[\ue200-\ue202\ue206]`,
  String.raw`\[cite(?:_start|_end|:\s?\d[\d,\s–-]{0,60})\]`,
  String.raw`:(?:cite|antCitation)\[[^\]\n]{0,80}\](?:\{[^{}\n]{0,120}\})?`,
  String.raw`grok_render_citation_card\w*|<grok:render`,
  String.raw`\[(?:web|attached_file):\d{1,3}\]`,
  String.raw`\(\{"attribution":\{`,
].join('|');

/** Part of every mark of a citation. Two expressions, because V8 skips text faster if no alternative is short. */
const CITATION_SIGNS = /[†\ue200-\ue206]/;
const CITATION_WORDS =
  /oaicite|turn\d+[a-z]|\[cite[_:]|:cite\[|antCitation|grok_r|<grok:|\[web:\d|\[attached_file:|"attribution"/;

/** Whether a mark stands beside a text of its own, and is not the subject of the text. */
function isLeftover({ kind, isQuoted, text }: Passage, found: RegExpExecArray): boolean {
  const [start, end] = spanOf(found);
  if (isQuoted || isMention(text, start, end)) return false;
  const [before, after] = aroundIn(text, start, end);
  return kind === 'paragraph' || kind === 'html' || before + after !== '';
}

const NOUNS = String.raw`name|full name|first name|last name|company|organi[sz]ation|business|brand|product|title|job title|position|role|email|e-mail|address|phone|website|url|link|city|date|university|school|team|department|contact|project|industry|signature|number`;
/** Placeholders between brackets, in the languages of the frame. */
const BRACKETED = [
  String.raw`(?:your|author(?:'s)?|company(?:'s)?|client(?:'s)?|recipient(?:'s)?|customer(?:'s)?|product|brand|organi[sz]ation) (?:[\p{L}/'-]{1,20} ){0,3}(?:${NOUNS})(?: (?:here|address|number))?`,
  String.raw`(?:insert|enter|add|paste|fill in|put)(?: [^\[\]\n]{1,50})? (?:here|name|address|e-?mail|phone|price|amount|place|time|date|link|url|image|picture|figure|photo|source|citation|quote|number|title|text|data|statistics?|example|details?|chart|table|video)s?(?:[ :,][^\[\]\n]{0,50})?`,
  String.raw`(?:date|name|company name|city|phone number|email address|link|source|citation) (?:here|goes here|to be (?:added|confirmed|inserted))|citation needed here`,
  String.raw`(?:ihr|dein|ihre|deine) (?:vollständiger )?(?:name|firma|unternehmen|e-mail-adresse|adresse|titel)|(?:firmen|unternehmens|produkt)name|name (?:des|der) [^\[\]\n]{1,30}|[^\[\]\n]{1,40} (?:einfügen|eintragen|ergänzen)(?: hier)?`,
  String.raw`(?:votre|ton) (?:nom|entreprise|adresse|titre|e-mail|société)[^\[\]\n]{0,20}|nom de (?:l['’]|la |votre )(?:entreprise|société|auteur)|(?:insérer|insérez|ajouter|ajoutez|compléter) [^\[\]\n]{1,50}`,
  String.raw`(?:tu|su) (?:nombre|empresa|correo|dirección|cargo)[^\[\]\n]{0,20}|nombre de (?:la|tu|su) empresa|(?:insertar|inserte|inserta|añadir|agregar|agregue) [^\[\]\n]{1,50}`,
  String.raw`(?:seu|sua|teu) (?:nome|empresa|e-mail|endereço|cargo)[^\[\]\n]{0,20}|nome da (?:sua )?empresa|(?:inserir|insira|adicionar|adicione) [^\[\]\n]{1,50}`,
  String.raw`(?:il tuo|la tua|il suo) (?:nome|azienda|indirizzo|email)[^\[\]\n]{0,20}|nome dell['’]azienda|(?:inserire|inserisci|aggiungi) [^\[\]\n]{1,50}`,
  String.raw`ваше? (?:имя|компания|название|адрес|должность)[^\[\]\n]{0,20}|ваша (?:компания|должность)|название (?:компании|организации|продукта)|(?:вставьте|вставить|укажите|добавьте) [^\[\]\n]{1,50}`,
  String.raw`(?:您|你)的?(?:姓名|名字|公司|职位|邮箱|地址|電子郵件|公司名称|公司名稱|職位)|(?:公司|产品|產品|品牌|作者)(?:名称|名稱|姓名)|(?:在此|请|請|此处|此處)?(?:插入|填写|填寫|输入|輸入|填入)[^\[\]【】\n]{1,30}`,
  String.raw`(?:あなたの|お)(?:名前|会社名|氏名|メールアドレス)|(?:会社|商品|製品|担当者)名|(?:ここに)?[^\[\]【】\n]{1,30}を(?:挿入|入力|記入|追加)(?:してください)?`,
  String.raw`(?:귀하의|당신의|여러분의) ?(?:이름|회사|이메일|직책)[^\[\]\n]{0,10}|(?:회사|제품|브랜드|작성자)(?:명| ?이름)|(?:여기에 ?)?[^\[\]\n]{1,30} ?(?:삽입|입력)(?:하세요)?`,
  String.raw`(?:اسمك|اسم الشركة|اسم شركتك|أدخل [^\[\]\n]{1,40}|أضف [^\[\]\n]{1,40})`,
  String.raw`(?:आपका नाम|कंपनी का नाम|यहाँ [^\[\]\n]{1,40} डालें)`,
].join('|');

const CASELESS = String.raw`[\[［【]\s*(?:${BRACKETED})\s*[\]］】]`;
const CASED = [
  String.raw`\b(?:INSERT|PASTE|ADD|ENTER)_[A-Z0-9_]{1,60}_HERE\b`,
  String.raw`\b(?:(?:19|20)\d\d-(?:XX|xx)-(?:XX|xx)|(?:XX|xx)[./](?:XX|xx)[./](?:20\d\d|20XX|XXXX))\b`,
  String.raw`\b(?:T[O]DO|TBD|FIX[M]E|TBC)\b`,
].join('|');

/** Locales in which the word `todo` means "all". */
const TODO_IS_A_WORD = /^(?:es|pt|gl|ast|it|ca)\b/i;
const AFTER_TODO =
  /^[\s:–—-]*(?:add|ask|check|cite|complete|confirm|describe|expand|explain|fill|find|finish|fix|include|insert|link|mention|replace|remove|translate|update|verify|write)\b/;

/** What an abbreviation stands for, before it: three words, as in "total body density (", or tuberculosis. */
const SPELT_OUT = /(?:^|\P{L})(?:t\p{L}*[\s-]+b\p{L}*[\s-]+\p{L}+|t[uü]ber[ck]\p{L}*)\s*[(（]$/iu;

/** Whether `TBD` and the like mark something that lacks: alone, in brackets, or before what is to do. */
function isTodo({ kind, text }: Passage, found: RegExpExecArray, locale: string): boolean {
  const [start, end] = spanOf(found);
  const [before, after] = aroundIn(text, start, end);
  const isWord = found[0].startsWith('TO') && TODO_IS_A_WORD.test(locale);
  if (/(?<!\[)[[(（【]$/.test(before) && /^[\])）】:]/.test(after)) return !SPELT_OUT.test(before);
  const isFirst = before === '' || /[.!?。！？|]$/.test(before);
  if (/^:(?!:)\s*\S/.test(after) || /^\([^)]{1,30}\):?\s*\S/.test(after))
    return isFirst && kind !== 'heading';
  if (isWord) return false;
  if (isFirst && /^[a-z\s:–—-]/.test(after)) return AFTER_TODO.test(after);
  const isAlone = before === '' && /^[.!]?$/.test(after);
  if (isAlone) return !/^(?:heading|label)$/.test(kind) && (kind !== 'item' || found[0] === 'TBD');
  const isValue = found[0] === 'TBD' && /\b(?:at|on|by|from|until|is|are) $/.test(`${before} `);
  return (isValue || /[:：=–—]$/.test(before)) && /^[.;,]?$/.test(after);
}

/** Before the label of a control: an arrow, or what readers do with the control. */
const BEFORE_CONTROL =
  /(?:[→➔➜›>←‹]|(?<!\p{L})(?:(?:click|press|tap|select|choose)(?: on)?(?: the)?|(?:klick|tipp|drück|wähl)\p{L}*(?: sie)?(?: auf)?(?: (?:den|die|das))?|(?:cliquez|appuyez) sur|ha(?:ga|z) clic en|pulse|clique em|clic(?:ca)? su|нажмите(?: на)?)|点击|點擊|单击|單擊|选择|選擇|按下?|クリック|タップ)$/iu;
/** After it: an arrow, or what the control is. */
const AFTER_CONTROL =
  /^(?:[→➔➜›>←‹]|(?:button|menu|tab|toolbar|schaltfläche|bouton|botón|botão|pulsante)(?!\p{L})|按[钮鈕]|菜[单單]|選單|选项|選項|の?(?:ボタン|メニュー|欄|タブ)|を(?:タップ|クリック|押|選)|버튼|메뉴|화면|탭|[을를] ?(?:클릭|누르|탭|선택))/iu;

/** Whether a name in brackets is a step, as in `Settings → [Your Name] → iCloud` or `Click [Insert Image]`. */
const isStep = (before: string, after: string): boolean =>
  BEFORE_CONTROL.test(before) || AFTER_CONTROL.test(after);

/** Whether brackets in brackets end a heading, as some tools write its id: `## Fill in the form [[fill-in-the-form]]`. */
const isHeadingId = ({ kind, text }: Passage, start: number, end: number): boolean =>
  kind === 'heading' && text[start - 1] === '[' && text.slice(end).trimEnd() === ']';

function isPlaceholder(passage: Passage, found: RegExpExecArray, locale: string): boolean {
  const { isQuoted, text } = passage;
  const [start, end] = spanOf(found);
  if (isQuoted || isMention(text, start, end) || isHeadingId(passage, start, end)) return false;
  if (/^[[［【]/.test(found[0])) {
    return !/^[([]/.test(text.slice(end, end + 1)) && !isStep(...aroundIn(text, start, end));
  }
  return /^[A-Z]{3,5}$/.test(found[0]) ? isTodo(passage, found, locale) : true;
}

/** Number of lines after a code block in which filler text can be the result of the code. */
const RESULT_LINES = 10;

/** Whether filler text is a text of its own, and not the subject of one, or what the code before it makes. */
const isFiller = ({ isQuoted, text, linesAfterCode }: Passage, found: RegExpExecArray): boolean =>
  !isQuoted &&
  linesAfterCode > RESULT_LINES &&
  !isMention(text, ...spanOf(found)) &&
  text.slice(0, found.index).trim().length < 40;

const tester =
  (pattern: RegExp) =>
  (text: string): boolean =>
    pattern.test(text);

export const TEXT_SIGNS: readonly TextSign[] = [
  {
    code: 'leaked_reasoning',
    hint: tester(new RegExp(String.raw`</?(?:${REASONING})|${SPECIAL}`, 'i')),
    pattern: new RegExp(
      String.raw`<(/?)(${REASONING})(?:\s[^<>]{0,200})?/?(?:>|$)|${SPECIAL}`,
      'gi',
    ),
    isMeant: isLeaked,
  },
  {
    code: 'citation_leftover',
    hint: (text) => CITATION_SIGNS.test(text) || CITATION_WORDS.test(text),
    pattern: new RegExp(CITATION, 'g'),
    isMeant: isLeftover,
  },
  {
    code: 'placeholder',
    hint: tester(new RegExp(CASELESS, 'iu')),
    pattern: new RegExp(CASELESS, 'giu'),
    isMeant: isPlaceholder,
  },
  {
    code: 'placeholder',
    hint: tester(new RegExp(CASED)),
    pattern: new RegExp(CASED, 'g'),
    isMeant: isPlaceholder,
  },
  {
    code: 'placeholder',
    hint: tester(/lorem ipsum/i),
    pattern: /lorem ipsum dolor/gi,
    isMeant: isFiller,
    isShownByCode: true,
  },
];
