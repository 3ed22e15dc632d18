import { randomUUID } from 'node:crypto';
import { RICH_DOCUMENT } from '../browser/rich-document.js';
import type { SharedDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { operator } from '../setup/operator.js';
import { previewOf } from '../setup/preview.js';
import { released } from '../setup/released.js';
import { expectAccepted } from '../setup/refusal.js';

export const PAGE_KINDS = [
  'newest documents',
  'a later page of the newest documents',
  'documents of a locale',
  'documents of a locale written from right to left',
  'documents with a tag',
  'a document with everything',
  'a short document',
  'a document written from right to left',
  'a document in Korean',
  'a released version',
  'a released version written from right to left',
  'the versions of a document',
  'an empty search',
  'a search with results',
  'a search without results',
  'a preview',
  'the changes of a preview',
  'the changes of the preview of a first text',
  'a preview that cannot be rendered',
  'an address without a document',
  'a withdrawn document',
] as const;
export type PageKind = (typeof PAGE_KINDS)[number];

const ARABIC = {
  locale: 'ar',
  slug: `كيف-${randomUUID()}`,
  title: 'كيف يعمل النشر ولماذا يسمي إصدارا',
  description: 'ما يحدث بين الطلب وبين أن يجد القارئ الصفحة.',
  tags: ['نشر', 'lighthouse'],
  sources: ['https://example.org/مصدر'],
  content:
    'فقرة مع `3 knots` و[رابط](https://example.org).\n\n> [!NOTE]\n> ملاحظة\n\n## عنوان\n\n- واحد\n\n> اقتباس\n\n| أ | ب |\n|--|--|\n| 1 | 2 |\n',
};
const KOREAN = {
  locale: 'ko',
  slug: `문서-게시-${randomUUID()}`,
  title: '문서를 게시하는 방법과 그 이유에 대하여',
  description: '초안에서 공개까지: 검토한 판만 공개됩니다.',
  tags: ['게시', 'lighthouse'],
  author: { kind: 'person', name: '등대지기' },
  content: '문서는 *초안*으로 시작합니다. 검토한 판만 공개됩니다.\n\n'.repeat(5),
};

/** Publishes documents for every kind of page, and returns an address of each kind. */
export async function publishShowcase(
  desk: SharedDesk,
): Promise<Readonly<Record<PageKind, string>>> {
  const release = (changes: object) => released(desk.api, changes);
  const [rich, short, arabic, korean, withdrawn] = await Promise.all([
    release(RICH_DOCUMENT),
    release({ content: 'A lighthouse.', author: { kind: 'organization', name: 'The Society' } }),
    release(ARABIC),
    release(KOREAN),
    release({}),
  ]);
  const [preview, first, broken] = await previews(desk, arabic.id);
  await operator(desk.databaseUrl, 'publications', 'withdraw', withdrawn.id, '--reason', 'a test');
  for (let number = 1; number <= 31; number += 1) {
    await release({ title: `On lighthouses, ${number}`, description: 'What a keeper learns.' });
  }
  return {
    'newest documents': `${desk.url}/`,
    'a later page of the newest documents': `${desk.url}/?page=2`,
    'documents of a locale': `${desk.url}/en`,
    'documents of a locale written from right to left': `${desk.url}/ar`,
    'documents with a tag': `${desk.url}/tags/lighthouse`,
    'a document with everything': rich.url,
    'a short document': short.url,
    'a document written from right to left': arabic.url,
    'a document in Korean': korean.url,
    'a released version': `${rich.url}@1`,
    'a released version written from right to left': `${arabic.url}@1`,
    'the versions of a document': `${rich.url}/versions`,
    'an empty search': `${desk.url}/search`,
    'a search with results': `${desk.url}/search?q=keeper`,
    'a search without results': `${desk.url}/search?q=${'nothing'.repeat(20)}`,
    'a preview': preview!,
    'the changes of a preview': `${preview}/changes`,
    'the changes of the preview of a first text': `${first}/changes`,
    'a preview that cannot be rendered': broken!,
    'an address without a document': `${desk.url}/en/nothing`,
    'a withdrawn document': withdrawn.url,
  };
}

/** Returns the previews of a newer revision, of a draft, and of a text that cannot be rendered. */
async function previews(desk: SharedDesk, id: string): Promise<string[]> {
  const { title, tags, content } = ARABIC;
  const newer = {
    title: `${title}؟`,
    tags: [...tags.slice(1), 'autumn'],
    sources: [],
    content: `${content.replace('فقرة', 'جملة').replace('واحد', 'اثنان')}${'\nسطر\n'.repeat(20)}`,
    author: { kind: 'person', name: 'Ada' },
    changeNote: 'Autumn <figures>',
  };
  expectAccepted(await desk.api.update(id, { expectedVersion: 1, ...newer }), 200);
  const others = [RICH_DOCUMENT, { content: `${'>'.repeat(10_000)} a` }];
  const drafts = await Promise.all(
    others.map((fields) => desk.api.create(newDocument({ ...fields }))),
  );
  const ids = [id, ...drafts.map((draft) => expectAccepted(draft, 201).id)];
  return Promise.all(ids.map(async (each) => (await previewOf(desk.api, each)).url));
}
