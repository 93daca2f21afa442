/**
 * Finds one of tens of thousands by a text, without first making a table of them all: they are parted into buckets in one quick pass, and a bucket is made
 * into a table when something in it is asked for. Of equal keys the first counts.
 */
interface Bucket<Item> {
  readonly items: Item[]
  table: Map<string, Item> | undefined
}

/** `bucketOf`: the same for the same key; the fewer of them are asked for, the less is done. */
export function lazyLookup<Item>(
  all: readonly Item[],
  keyOf: (item: Item) => string,
  bucketOf: (key: string) => string | number,
): (key: string) => Item | undefined {
  const buckets = new Map<string | number, Bucket<Item>>()
  let lastId: string | number | undefined
  let last: Bucket<Item> | undefined
  for (const item of all) {
    const id = bucketOf(keyOf(item))
    // Neighbours are often of one bucket.
    if (last === undefined || id !== lastId) {
      last = buckets.get(id)
      if (last === undefined) buckets.set(id, (last = { items: [], table: undefined }))
      lastId = id
    }
    last.items.push(item)
  }
  return key => {
    const bucket = buckets.get(bucketOf(key))
    if (bucket === undefined) return undefined
    return (bucket.table ??= tableOf(bucket.items, keyOf)).get(key)
  }
}

function tableOf<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item> {
  const table = new Map<string, Item>()
  // From the end, so that of equal keys the first stays.
  for (let at = items.length - 1; at >= 0; at -= 1) {
    const item = items[at] as Item
    table.set(keyOf(item), item)
  }
  return table
}

/** What stands before the first dash, as the base in the names of instruments. */
export function beforeDash(key: string): string {
  const at = key.indexOf('-')
  return at < 0 ? key : key.slice(0, at)
}

/** One of 256, by the last two characters: of ids, which differ in them most. */
export const byLastCharacters = (key: string): number =>
  ((key.charCodeAt(key.length - 1) & 15) << 4) | (key.charCodeAt(key.length - 2) & 15)
