import { tabStorage } from '../browser-storage.ts';

/** A form on screen whose texts are worth keeping. */
interface TypedForm {
  /** Names of its fields, which tell it from the other forms of the page. */
  readonly names: readonly string[];
  /** Texts that differ from what is saved, unless they are being sent. */
  unsaved(): Readonly<Record<string, string>>;
  /** They were sent and not taken. */
  markUnsent(): void;
}

const storageKey = 'hearth.drafts';

/** Secrets: never shown again, and never kept outside the page. */
const secret = /password|confirmation|number/i;

/** A text that is typed to confirm something is not worth a question. */
const confirming = /^typed/;

const forms = new Set<TypedForm>();

interface Draft {
  readonly uid: string;
  readonly path: string;
  readonly names: string;
  readonly texts: Readonly<Record<string, string>>;
}

/** Texts that were typed on this page and not saved. */
export const typedTexts = {
  register(form: TypedForm): () => void {
    forms.add(form);
    return () => void forms.delete(form);
  },

  /** All unsaved texts; a secret one is empty. */
  unsaved(): readonly string[] {
    return [...forms]
      .flatMap((form) => Object.entries(form.unsaved()))
      .filter(([name]) => !confirming.test(name))
      .map(([name, text]) => (secret.test(name) ? '' : text));
  },

  /** A change was refused or never arrived. */
  markUnsent(): void {
    for (const form of forms) {
      form.markUnsent();
    }
  },

  /** Keeps them in this tab while the person signs in again. */
  keepFor(uid: string): void {
    const path = location.pathname;
    const drafts = [...forms].map((form): Draft => {
      const kept = Object.entries(form.unsaved()).filter(
        ([name]) => !secret.test(name) && !confirming.test(name),
      );
      return { uid, path, names: form.names.join(), texts: Object.fromEntries(kept) };
    });
    tabStorage.set(storageKey, JSON.stringify(drafts));
  },

  /** Another person signed in: what the former typed is gone. */
  forgetUnlessOf(uid: string): void {
    if (readDrafts().some((draft) => draft.uid !== uid)) {
      tabStorage.remove(storageKey);
    }
  },

  /** Texts of a form that were kept, given once. */
  take(names: readonly string[]): Readonly<Record<string, string>> {
    const drafts = readDrafts();
    const mine = drafts.find(
      (draft) => draft.path === location.pathname && draft.names === names.join(),
    );
    if (mine) {
      const others = drafts.filter((draft) => draft !== mine);
      tabStorage.set(storageKey, JSON.stringify(others));
    }
    return mine?.texts ?? {};
  },
};

function readDrafts(): readonly Draft[] {
  return JSON.parse(tabStorage.get(storageKey) ?? '[]') as readonly Draft[];
}
