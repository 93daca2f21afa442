/** Sorting of rows that are a tree: rows move among their siblings, each with what is under it. */

/**
 * `depths` of rows that stand with each parent before its children. The answer: their indexes in the new order, siblings in the order of `compare`
 * (equal ones as they stood). A depth that skips a level hangs under the last shallower row.
 */
export function sortTree(depths: Int32Array, compare: (a: number, b: number) => number): Int32Array {
  const roots: number[] = []
  /** Of rows that have any. */
  const children: (number[] | undefined)[] = Array.from({ length: depths.length })
  const path: number[] = []
  for (let index = 0; index < depths.length; index += 1) {
    const depth = depths[index] as number
    while (path.length > 0 && (depths[path[path.length - 1] as number] as number) >= depth) path.pop()
    const parent = path[path.length - 1]
    if (parent === undefined) roots.push(index)
    else (children[parent] ??= []).push(index)
    path.push(index)
  }
  const sorted = new Int32Array(depths.length)
  let next = 0
  const place = (siblings: number[]): void => {
    if (siblings.length > 1) siblings.sort(compare)
    for (const index of siblings) {
      sorted[next++] = index
      const under = children[index]
      if (under !== undefined) place(under)
    }
  }
  place(roots)
  return sorted
}
