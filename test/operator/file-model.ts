/** What a file or a revision says: the Markdown and the description. Equal texts make equal files. */
export type Text = `${string}|${string}`;

/** What an import or `publish` remembers: the text of the file, and the version that equals it. */
interface Memory {
  readonly text: Text;
  readonly version: number;
}

/** A document as the model knows it. */
export interface Known {
  id: string;
  version: number;
  text: Text;
  isWithdrawn: boolean;
  isReturned: boolean;
  isInReview: boolean;
  /** Whether the working revision is public or in flight. */
  isReleased: boolean;
  /** Whether the working revision was ever sent to be published. The next revision is then a draft. */
  wasSent: boolean;
  publicVersion: number | null;
  /** Whether the key of `publish` wrote the working revision. */
  isOfPublisher: boolean;
  /** What an import remembers of the document. */
  imported?: Memory & { readonly file: string };
}

export interface Options {
  readonly publish: boolean;
  readonly overwrite: boolean;
  readonly again: boolean;
}

/** What a report says of an import or a `publish`. */
export interface Expected {
  created: number;
  updated: number;
  unchanged: number;
  published: number;
  failed: number;
  readonly conflicts: string[];
  readonly notPublished: string[];
}

/** The files of one run, and the folder that is the root of their paths. */
export interface Run {
  readonly files: readonly string[];
  readonly root: string;
}

interface Program {
  /** The address that the program remembers for a file. */
  readonly keptSlug: (file: string, slugs: readonly string[]) => string | undefined;
  /** What the program remembers of the file and the document at this slug. */
  readonly last: (file: string, slug: string, known: Known) => Partial<Memory> | undefined;
  readonly remember: (file: string, slug: string, known: Known) => void;
  readonly isPublisher: boolean;
}

/**
 * A model of the rules of ownership (contract 10, ADR 51), for files and documents of one account. The rules are written here a
 * second time, without the code of the service.
 */
export class FileModel {
  readonly files = new Map<string, Text>();
  readonly documents = new Map<string, Known>();
  /** What `publish` remembers in the state file of each folder, by file. */
  readonly #states = new Map<string, Map<string, Memory & { readonly slug: string }>>();

  constructor(private readonly seed: number) {}

  /** Carries out an import of the whole folder on the model. Returns what the report must say. */
  import(options: Options): Expected {
    return this.carryOut({ files: [...this.files.keys()], root: '' }, options, {
      keptSlug: (file, slugs) => {
        const own = [...this.documents].filter(([, { imported }]) => imported?.file === file);
        const names = own.map(([slug]) => slug).toSorted();
        return names.find((slug) => slugs.includes(slug)) ?? names[0];
      },
      last: (file, _, { imported }) => (imported?.file === file ? imported : undefined),
      remember: (file, _, known) => {
        known.imported = { file, text: this.files.get(file)!, version: known.version };
      },
      isPublisher: false,
    });
  }

  /** Carries out `publish` on the model. Returns what the report must say. */
  publish(run: Run, options: Omit<Options, 'publish'>): Expected {
    const stateOf = (file: string) => this.#states.get(folderOf(file))?.get(file);
    return this.carryOut(
      run,
      { ...options, publish: true },
      {
        keptSlug: (file) => stateOf(file)?.slug,
        last: (file, slug, { isOfPublisher, version }) => {
          const state = stateOf(file);
          if (state?.slug === slug) return state;
          return isOfPublisher ? { version } : undefined;
        },
        remember: (file, slug, { version }) => {
          const folder = this.#states.get(folderOf(file)) ?? new Map<string, never>();
          this.#states.set(folderOf(file), folder);
          folder.set(file, { slug, text: this.files.get(file)!, version });
        },
        isPublisher: true,
      },
    );
  }

  loseState(folder: string): void {
    this.#states.delete(folder);
  }

  /** The name of a file in a report. */
  shown = (file: string, root = ''): string => `${file.slice(root.length)}-${this.seed}.md`;
  slugOf = (name: string): string => `${name}-${this.seed}`;

  private carryOut(run: Run, options: Options, program: Program): Expected {
    const counts = { created: 0, updated: 0, unchanged: 0, published: 0, failed: 0 };
    const report: Expected = { ...counts, conflicts: [], notPublished: [] };
    const addresses = this.addresses(run, program.keptSlug);
    for (const file of run.files.toSorted(inOrderOfFolders)) {
      const { slug, isOwner } = addresses.get(file)!;
      if (!isOwner) {
        report.failed += 1;
        continue;
      }
      const shown = this.shown(file, run.root);
      const saved = this.save(file, slug, options, program);
      const known = this.documents.get(slug)!;
      if (saved === 'conflict') {
        const last = program.last(file, slug, known);
        report.conflicts.push(`${shown} ${known.version} ${last?.version ?? null}`);
        continue;
      }
      report[saved === 'left' ? 'unchanged' : saved] += 1;
      if (saved !== 'left') program.remember(file, slug, known);
      if (!options.publish || known.isReleased) continue;
      const reason = heldOf(known, saved !== 'left', options.again);
      if (reason) report.notPublished.push(`${shown} ${reason}`);
      else {
        report.published += 1;
        release(known);
      }
    }
    return report;
  }

  private save(file: string, slug: string, { overwrite }: Options, program: Program) {
    const text = this.files.get(file)!;
    const known = this.documents.get(slug);
    if (!known) {
      const isOfPublisher = program.isPublisher;
      this.documents.set(slug, { ...NEW, id: '', version: 1, text, isOfPublisher });
      return 'created';
    }
    if (known.text === text) return 'unchanged';
    const last = program.last(file, slug, known);
    if (last?.version !== known.version) {
      if (last?.text === text) return 'left';
      if (!overwrite) return 'conflict';
    }
    known.text = text;
    known.version += 1;
    known.isOfPublisher = program.isPublisher;
    if (known.wasSent) known.isInReview = false;
    known.wasSent = false;
    known.isReleased = false;
    known.isReturned = false;
    return 'updated';
  }

  /**
   * Gives each file its address: the files with a remembered address first. In a folder with a name that another file has,
   * the other files get the slugs of their paths.
   */
  private addresses({ files, root }: Run, keptSlug: Program['keptSlug']) {
    const taken = new Map<string, string>();
    const addresses = new Map<string, { slug: string; isOwner: boolean }>();
    const give = (file: string, slug: string): void => {
      if (!taken.has(slug)) taken.set(slug, file);
      addresses.set(file, { slug, isOwner: taken.get(slug) === file });
    };
    const rest = files.toSorted(inOrderOfFolders).filter((file) => {
      const kept = keptSlug(file, this.slugsOf(file, root));
      if (kept !== undefined) give(file, kept);
      return kept === undefined;
    });
    const kept = new Set(taken.keys());
    const short = (file: string): string => this.slugsOf(file, root)[0];
    const collide = rest.filter(
      (file) =>
        kept.has(short(file)) || rest.some((one) => one !== file && short(one) === short(file)),
    );
    const folders = new Set(collide.map(folderOf));
    for (const file of rest) {
      const [name, path] = this.slugsOf(file, root);
      let slug = folders.has(folderOf(file)) || taken.has(name) ? path : name;
      for (let number = 2; taken.has(slug); number += 1) slug = `${path}-${number}`;
      give(file, slug);
    }
    return addresses;
  }

  /** The slugs from the name and from the path below the root. The folder of the locale is no part of the path. */
  private slugsOf(file: string, root: string): readonly [name: string, path: string] {
    const parts = file.slice(root.length).split('/');
    const below = root === '' ? parts.slice(1) : parts;
    return [this.slugOf(parts.at(-1)!), this.slugOf(below.join('-'))];
  }
}

export const NEW = {
  isWithdrawn: false,
  isReturned: false,
  isInReview: false,
  isReleased: false,
  wasSent: false,
  publicVersion: null,
  isOfPublisher: false,
};

/** Carries out an accepted publish on a document of the model. */
export function release(known: Known): void {
  known.isReleased = true;
  known.wasSent = true;
  known.isWithdrawn = false;
  known.publicVersion = known.version;
}

export const folderOf = (file: string): string => file.slice(0, file.lastIndexOf('/'));

/** Sorts as an import does: the names of each folder in the order of their characters. */
const inOrderOfFolders = (a: string, b: string): number => (a < b ? -1 : 1);

function heldOf(known: Known, isOwn: boolean, again: boolean): string | undefined {
  if (!isOwn) return 'changed';
  if (known.isReturned) return 'returned';
  if (known.isInReview) return 'review';
  return known.isWithdrawn && !again ? 'withdrawn' : undefined;
}
