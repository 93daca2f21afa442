/** Sorting of rows that are a tree: rows move among their siblings, each with what is under it. */

/**
 * `items` stand with each parent before its children; the answer too, siblings in the order of `compare` (equal ones as they stood).
 * A depth that skips a level hangs under the last shallower row.
 */
export function sortTree<Item>(
  items: readonly Item[],
  depthOf: (item: Item) => number,
  compare: (a: Item, b: Item) => number,
): readonly Item[] {
  interface Branch {
    readonly item: Item | undefined
    readonly depth: number
    readonly children: Branch[]
  }
  const root: Branch = { item: undefined, depth: -1, children: [] }
  const path: Branch[] = [root]
  for (const item of items) {
    const depth = depthOf(item)
    while (path.length > 1 && (path.at(-1)?.depth ?? -1) >= depth) path.pop()
    const branch: Branch = { item, depth, children: [] }
    path.at(-1)?.children.push(branch)
    path.push(branch)
  }
  const sorted: Item[] = []
  const walk = ({ item, children }: Branch): void => {
    if (item !== undefined) sorted.push(item)
    if (children.length > 1) children.sort((a, b) => (a.item === undefined || b.item === undefined ? 0 : compare(a.item, b.item)))
    for (const child of children) walk(child)
  }
  walk(root)
  return sorted
}
