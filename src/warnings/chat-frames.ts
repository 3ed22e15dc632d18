/** Length of a paragraph that is looked at, from its beginning. */
const LOOKED_AT = 600;

/** First paragraphs that hand over a text. A novel that begins with "Certainly" has none of the second parts. */
const OPENINGS: readonly RegExp[] = [
  /^(?:certainly|sure(?: thing)?|of course|absolutely|great question|no problem|got it|understood|okay|ok|definitely|gladly|great choice)\b[^\n]{0,30}?[!.,:—–-]\s*(?:here(?:['’]s| is| are)\b|below(?: is| are|,| you)|(?:i(?:['’]ve| have)) (?:written|drafted|created|prepared|revised|rewritten|updated|put together|fixed|made|added|cleaned|translated|restructured)|i(?:['’]ll| will| can) (?:write|help|draft|create|rewrite)|let me (?:write|draft|create|help)|this is (?:the|a|your) (?:article|draft|post|version|text))/i,
  /^(?:here(?:['’]s| is)|below is|this is) (?=your |[^\n]{0,300}(?:\b(?:requested|you (?:asked|wanted)|(?:based on|with) your|in markdown)\b|:(?:\n|$)))(?:a|an|the|your|my) (?=[^.!?\n]{0,120}\b(?:requested|revised|updated|rewritten|polished|improved|cleaned(?:[- ]up)?|complete|full|final|you (?:asked|requested|wanted)|based on your|with (?:the|your) changes|in markdown|ready to)\b)[^.!?\n]{0,160}\b(?:article|post|draft|version|summary|translation|document|text|markdown|essay|report|guide|page|content|outline|rewrite)\b[^.!?\n]{0,120}(?:[:.]|$)/i,
  /^(?:as an ai (?:language )?model|i(?:['’]d| would) be (?:happy|glad) to (?:help|write|assist)|you(?:['’]re| are) (?:absolutely )?right[!,.]\s*(?:i(?:['’]ve| have|['’]ll)|here|let me)|i(?:['’]m| am) (?:sorry|unable)[^.\n]{0,40}\bas an ai)/i,
  // de
  /^(?:natürlich|gerne?|selbstverständlich|klar|sicher|aber gerne?)\b[^\n]{0,20}?[!.,:–—-]\s*(?:hier (?:ist|sind|kommt|findest|finden)|ich habe|anbei|im folgenden)|^hier ist (?:der|die|das|dein|deine|ihr|ihre|ein|eine) (?:gewünschte|überarbeitete|aktualisierte|vollständige|fertige)/i,
  // fr
  /^(?:bien sûr|certainement|avec plaisir|absolument|d['’]accord|parfait)[^\n]{0,20}?[!.,:–—-]\s*(?:voici|je vous|j['’]ai|ci-dessous)|^voici (?:l['’]article|le texte|la version|votre \p{L}+|une version)[^.\n]{0,80}(?:demandée?|révisée?|corrigée?|complète?|mise? à jour|:$)/iu,
  // es
  /^¡?(?:claro|por supuesto|desde luego|con gusto|entendido|perfecto)[^\n]{0,20}?[!.,:–—-]\s*(?:aquí (?:tienes?|está|va|te)|a continuación|he (?:escrito|redactado|preparado)|te (?:dejo|presento))|^aquí (?:tienes?|está) (?:el|la|tu|su|un|una) [^.\n]{0,60}(?:solicitad|revisad|actualizad|complet|corregid|:$)/i,
  // pt
  /^(?:claro|com certeza|certamente|com prazer|perfeito|entendido)[^\n]{0,20}?[!.,:–—-]\s*(?:aqui (?:está|estão|vai|tem)|segue|a seguir|eu (?:escrevi|preparei))|^aqui está (?:o|a|seu|sua|um|uma) [^.\n]{0,60}(?:solicitad|revisad|atualizad|complet|corrigid|:$)/i,
  // it
  /^(?:certo|certamente|ecco|volentieri|perfetto|naturalmente)[^\n]{0,20}?[!.,:–—-]\s*(?:ecco|di seguito|ho (?:scritto|preparato))|^ecco (?:l['’]articolo|il testo|la versione)[^.\n]{0,60}(?:richiest|rivist|aggiornat|complet|:$)/i,
  // ru
  /^(?:конечно|разумеется|хорошо|с удовольствием|отлично|понял)[^\n]{0,20}?[!.,:–—-]\s*(?:вот|ниже|я (?:написал|подготовил)|держите)|^вот (?:обновл[её]нн|исправленн|готов|переработанн|ваш)\S* (?:верси|стать|текст|черновик)/i,
  // zh
  /^(?:当然|當然|好的|没问题|沒問題|可以|明白|收到)[^\n]{0,8}?[！!，,。：:]\s*(?:以下是|下面是|这是|這是|这里是|這裡是|我(?:已经?|已經?)?(?:为|為|帮|幫|将|將)[您你])|^(?:以下是|下面是)(?:为您|為您|根据您|根據您|您要求|(?:修改|更新)[后後]的?[^\n。]{0,20}(?:文章|版本|内容|內容|文本|稿|全文)[：:。])/,
  // ja
  /^(?:もちろん|承知(?:しました|いたしました)|かしこまりました|はい|了解(?:しました|です))[^\n]{0,10}?[！!、。,]\s*(?:以下(?:に|が|は)|こちら(?:が|は)|では|ご(?:要望|依頼))|^(?:以下(?:が|は)|こちらが)(?:ご(?:依頼|要望|希望)|(?:修正|更新)(?:版(?:の(?:文章|記事|原稿|本文))?(?:です|[：:])|した(?:文章|記事|原稿|本文)))/,
  // ko
  /^(?:물론(?:입니다|이죠|이에요)?|네|알겠습니다|좋습니다)[^\n]{0,10}?[!.,]\s*(?:다음은|아래(?:는|에)|여기|요청하신|제가)|^(?:다음은|아래는|여기) (?:요청하신|(?:수정|업데이트)(?:된|한) (?:글|기사|문서|본문|버전|초안|원고))/,
  // ar
  /^(?:بالتأكيد|بالطبع|حسن[اً]+|بكل سرور|طبع[اً]+)[^\n]{0,15}?[!.،:]\s*(?:إليك|هذا|هذه|فيما يلي|لقد|سأ)|^(?:إليك|فيما يلي) (?:المقال|النص|النسخة)/,
  // hi
  /^(?:ज़रूर|जरूर|बिल्कुल|निश्चित रूप से|अवश्य|ठीक है)[^\n]{0,12}?[!।,]\s*(?:यहाँ|यहां|यह रहा|नीचे|मैंने)/,
  // id
  /^(?:tentu(?: saja)?|baik(?:lah)?|pasti|dengan senang hati)[^\n]{0,15}?[!.,]\s*(?:berikut|ini (?:dia|adalah)|di bawah|saya (?:telah|sudah))/i,
];

/** Last paragraphs that offer more work. */
const CLOSINGS: readonly RegExp[] = [
  /^(?:[^.!?\n]{0,80}[.!]\s+)?(?:(?:please |just )?let me know (?:if (?:you(?:['’]d| would) like|you (?:want|need|prefer)) (?:me|any|a|to|more|further|it|this|another|additional|changes|adjustments|the)\b|if (?:there(?:['’]s| is) anything|this works|you have any (?:changes|edits|revisions|feedback|adjustments)|any (?:changes|adjustments|edits))|how (?:you(?:['’]d| would) like|i can))|would you like (?:me to|a (?:shorter|longer|different))|do you want me to|want me to|if you(?:['’]d| would)? (?:like|want|prefer|wish),? i (?:can|could|will|['’]d)|i can also (?:\p{L}+) [^\n]{0,120}\bif you|feel free to (?:ask me|let me know|request|tell me)|is there anything else (?:i can|you)|i(?:['’]d| would) be happy to (?:adjust|revise|refine|expand|make)|happy to (?:adjust|revise|refine|expand))/iu,
  /\bas an ai (?:language )?model\b,? i\b/i,
  /\bi hope this (?:helps|meets|article (?:helps|meets))[^\n]{0,60}(?:let me know|feel free|if you)/i,
  // de
  /(?:lass(?:en sie)? mich (?:gerne? )?wissen|sag(?:en sie)? mir(?: gerne?)? bescheid)[^\n]{0,60}(?:wenn|falls|ob)|(?:soll ich|möchtest du,? dass ich|möchten sie,? dass ich)\b|wenn (?:du|sie) (?:möchtest|möchten|willst|wollen),? kann ich/i,
  // fr
  /n['’]hésitez pas à me (?:dire|demander|faire savoir|signaler)|(?:souhaitez-vous|voulez-vous|veux-tu) que j[e'’]|si vous (?:le souhaitez|voulez),? je peux|dites-moi si (?:vous|je)/i,
  // es
  /(?:avísame|avíseme|hazme saber|hágame saber|dime|dígame) si (?:quieres|quiere|deseas|desea|necesitas|necesita|te gustaría)|¿(?:quieres|quiere|te gustaría|deseas|desea)(?: usted)? que (?:lo|la|te|le|haga|añada|escriba|prepare|traduzca|amplíe|\p{L}+[ea])\b|si (?:quieres|quiere|lo deseas),? puedo/iu,
  // pt
  /(?:me avise|avise-me|me diga|diga-me|me informe) se (?:quiser|você|precisar|desejar)|(?:quer|gostaria) que eu\b|se (?:quiser|desejar|preferir),? (?:eu )?posso/i,
  // it
  /(?:fammi|mi faccia) sapere se|(?:vuoi|desideri|vuole) che (?:io )?\p{L}+|se (?:vuoi|preferisci|desideri),? posso/iu,
  // ru
  /(?:дайте|дай) (?:мне )?знать,? если|сообщите(?: мне)?,? если|(?:хотите|хочешь),? чтобы я|если (?:хотите|нужно|хочешь),? (?:я )?(?:могу|сделаю)/i,
  // zh
  /(?:如果|如)(?:您|你)?(?:还|還|有|需要|想|希望)[^\n]{0,30}(?:请告诉我|請告訴我|请随时|請隨時|告诉我|告訴我|我可以)|需要我(?:再|继续|繼續|帮|幫|为|為|把|将|將)|希望(?:这|這)[^\n]{0,12}(?:对您|對您|对你|對你)有(?:所)?(?:帮助|幫助)/,
  // ja
  /(?:ご不明な点|ご要望|修正(?:点|が必要))[^\n]{0,30}(?:お知らせ|お申し付け|教えて)ください|(?:必要であれば|よろしければ|ご希望であれば)[^\n]{0,40}(?:できます|作成します|いたします|可能です)|(?:作成|修正|追加)しましょうか/,
  // ko
  /(?:추가|수정|더|필요)[^\n]{0,40}(?:말씀해 ?주세요|알려 ?주세요)|원하시면[^\n]{0,40}(?:드릴|해 ?드|수 있)|(?:해|작성해|수정해) ?드릴까요/,
  // ar
  /(?:أخبرني|أعلمني|لا تتردد في (?:إخباري|سؤالي))[^\n]{0,30}إذا|هل (?:تريد|ترغب|تود)(?: في)? أن (?:أ\p{L}+)|إذا (?:أردت|رغبت)[^\n]{0,20}(?:يمكنني|أستطيع)/u,
  // hi
  /(?:मुझे बताएं|मुझे बताएँ|बताइए)[^\n]{0,40}|(?:क्या आप चाहते हैं|क्या आप चाहेंगे) कि मैं|यदि आप चाहें,? (?:तो )?मैं/,
  // id
  /(?:beri tahu saya|kabari saya|silakan beri tahu) (?:jika|kalau)|apakah (?:anda|kamu) ingin saya|jika (?:anda|kamu) mau,? saya (?:bisa|dapat)/i,
];

/** A closing that people write too: for readers, not for one person in a chat. */
const FOR_READERS =
  /\b(?:comments?|issues?|github|twitter|discord|slack|forum|e-?mail|mailing list|kommentare?n?|commentaires?|comentarios?|comentários?|commenti)\b|@|комментари|评论|評論|留言|コメント|댓글|[联聯][系繫](?!我(?![们們]))|客服|窓口|担当|담당자|고객 ?센터|التعليقات|टिप्पणी/i;

const matches = (patterns: readonly RegExp[], text: string): boolean => {
  const start = text.trim().slice(0, LOOKED_AT);
  return patterns.some((pattern) => pattern.test(start));
};

/** Whether the first paragraph of a document answers somebody in a chat. */
export const isChatOpening = (text: string): boolean => matches(OPENINGS, text);

/** Whether the last paragraph of a document does. */
export const isChatClosing = (text: string): boolean =>
  !FOR_READERS.test(text.slice(0, LOOKED_AT)) && matches(CLOSINGS, text);
