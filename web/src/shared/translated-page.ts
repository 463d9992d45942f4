/** Elements that translators put in the place of texts: those of Chrome, Edge and Google's app, and Yandex's. */
const translated = /^(font|ya-tr-span)$/i;

/** The element that replaces a text node of React in the page, and the text nodes that an element replaces. */
const standIns = new WeakMap<Node, Element>();
const textsOf = new WeakMap<Node, readonly Text[]>();

/**
 * A translator of the browser replaces the text nodes of React, which then fails or changes hidden ones
 * (facebook/react#11538). So React gets its nodes back before it touches them.
 */
export function keepReactWhereTranslated(): void {
  const observer = new MutationObserver(followTranslator);
  observer.observe(document, { childList: true, subtree: true });
  const { removeChild, insertBefore } = Node.prototype;

  function giveBack(child: Node) {
    followTranslator(observer.takeRecords());
    restore(child);
  }

  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    if (child.parentNode !== this) {
      giveBack(child);
    }
    // Some other program moved it.
    return child.parentNode ? (removeChild.call(child.parentNode, child) as Child) : child;
  };

  Node.prototype.insertBefore = function <Added extends Node>(
    this: Node,
    added: Added,
    next: Node | null,
  ): Added {
    if (next && next.parentNode !== this) {
      giveBack(next);
    }
    return insertBefore.call(this, added, placeIn(this, next)) as Added;
  };
}

/** The child of the parent that is the node or contains it. */
function placeIn(parent: Node, node: Node | null): Node | null {
  return node && node.parentNode !== parent ? placeIn(parent, node.parentNode) : node;
}

/** Notes which texts have been replaced. React adds none of these elements, so it is not React's own change. */
function followTranslator(records: readonly MutationRecord[]): void {
  const added = new Set<Node | null>(
    records.flatMap((record) => [...record.addedNodes]).filter(isTranslated),
  );
  for (const { addedNodes, removedNodes, previousSibling, nextSibling } of added.size
    ? records
    : []) {
    const standIn = [...addedNodes, previousSibling, nextSibling].find((node) => added.has(node));
    if (standIn instanceof Element) {
      for (const text of [...removedNodes].flatMap(reactTextsOf)) {
        replace(text, standIn);
      }
    }
  }
}

const isTranslated = ({ nodeName }: Node) => translated.test(nodeName);

/** A translation may replace an earlier one. */
const reactTextsOf = (gone: Node) => (gone instanceof Text ? [gone] : (textsOf.get(gone) ?? []));

function replace(text: Text, standIn: Element): void {
  standIns.set(text, standIn);
  textsOf.set(standIn, [...(textsOf.get(standIn) ?? []), text]);
  Object.defineProperty(text, 'nodeValue', {
    configurable: true,
    get: () => text.data,
    set(value: string) {
      restore(text);
      text.data = value;
    },
  });
}

function restore(child: Node): void {
  const standIn = standIns.get(child);
  const texts = standIn ? (textsOf.get(standIn) ?? []) : [];
  for (const text of texts) {
    standIns.delete(text);
    Reflect.deleteProperty(text, 'nodeValue');
  }
  standIn?.replaceWith(...texts);
}
