/** A document that a test searches for by its title. */
export interface TitledDocument {
  readonly locale: string;
  readonly slug: string;
  readonly title: string;
  readonly text: string;
}

/** The words of a language for titles and texts. */
interface Wording {
  readonly locale: string;
  /** Names of actions, such as subcommands, for titles and texts. */
  readonly actions: string;
  readonly sentence: (title: string, action: string, other: string) => string;
}

const WORDINGS: readonly Wording[] = [
  {
    locale: 'en',
    actions: 'commit add remove list show start stop status clone update search export',
    sentence: (title, action, other) =>
      `${title} is a tool of the command line. It can ${action} files, and works with ${other}.`,
  },
  {
    locale: 'de',
    actions:
      'übernehmen hinzufügen entfernen auflisten anzeigen starten anhalten status klonen aktualisieren suchen ausführen',
    sentence: (title, action, other) =>
      `${title} ist ein Werkzeug der Befehlszeile. Man kann damit Dateien ${action}, auch mit ${other}.`,
  },
  {
    locale: 'ru',
    actions:
      'сохранить добавить удалить список показать запустить остановить состояние клонировать обновить искать вывести',
    sentence: (title, action, other) =>
      `${title} — средство командной строки. Оно может ${action} файлы и работает с ${other}.`,
  },
  {
    locale: 'ar',
    actions: 'حفظ إضافة حذف قائمة عرض تشغيل إيقاف حالة نسخ تحديث بحث تصدير',
    sentence: (title, action, other) =>
      `${title} أداة لسطر الأوامر. يمكنها ${action} الملفات وتعمل مع ${other}.`,
  },
  {
    locale: 'ko',
    actions: '저장 추가 삭제 목록 표시 시작 중지 상태 복제 갱신 검색 내보내기',
    sentence: (title, action, other) =>
      `${title} 는 명령줄 도구입니다. 파일을 ${action} 할 수 있고 ${other} 와 함께 씁니다.`,
  },
  {
    locale: 'zh-Hans',
    actions: '提交 添加 删除 列表 显示 启动 停止 状态 克隆 更新 搜索 导出',
    sentence: (title, action, other) =>
      `${title}是命令行工具，可以${action}文件，并与${other}一起使用。`,
  },
];

/** Names of tools. Some names contain other names or symbols. */
const TOOLS =
  'tar get-tar git diff colordiff git-diff cat zcat less lessecho top htop npm pnpm make cmake gmake grep ' +
  'egrep ls lsof find sed gsed C C++ C# .NET ASP.NET [ % ~ !! node node.js';

const GROUP = 12;

/**
 * Makes about 2,000 documents in six languages. Titles contain other titles: a title is a tool, the tool with a
 * subcommand, or another tool followed by the tool. Each text mentions another tool more often than the tool of its own
 * document.
 */
export function knownTitles(): TitledDocument[] {
  const tools = TOOLS.split(' ');
  return WORDINGS.flatMap(({ locale, actions, sentence }) => {
    const words = actions.split(' ');
    const titles = tools.flatMap((tool, place) => {
      const other = tools[(place * 7 + 3) % tools.length]!;
      const rest = words.slice(0, GROUP - 5).map((action) => `${tool} ${action}`);
      return [tool, ...rest, `${other} ${tool}`, `${other} ${words[place % words.length]} ${tool}`];
    });
    return [...new Set(titles)].map((title, place) => {
      const other = tools[(place * 5 + 1) % tools.length]!;
      const action = words[place % words.length]!;
      const next = titles[(place + 1) % titles.length]!;
      const text = [
        sentence(title, action, other),
        sentence(other, words[(place + 3) % words.length]!, next),
        sentence(other, words[(place + 5) % words.length]!, other),
      ].join(' ');
      return { locale, slug: `page-${place}`, title, text };
    });
  });
}
