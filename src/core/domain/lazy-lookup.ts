/**
 * Finds one of tens of thousands of items by text without a full index. One pass splits them into 256 buckets. A bucket
 * is indexed on its first lookup. The first of equal keys wins.
 */

/** The last eight bits of the hash `bucketOf` select the bucket. */
export function lazyLookup<Item>(
  all: readonly Item[],
  keyOf: (item: Item) => string,
  bucketOf: (key: string) => number,
): (key: string) => Item | undefined {
  const bucketAt = new Uint8Array(all.length)
  const counts = new Uint32Array(257)
  for (let at = 0; at < all.length; at += 1) {
    const bucket = bucketOf(keyOf(all[at] as Item)) & 255
    bucketAt[at] = bucket
    counts[bucket + 1] = (counts[bucket + 1] as number) + 1
  }
  const { order, starts } = inBuckets(bucketAt, counts)
  const tables: (Map<string, Item> | undefined)[] = []
  const tableOf = (bucket: number): Map<string, Item> => {
    const table = new Map<string, Item>()
    // Iterates backwards, so that the first of equal keys remains.
    for (let at = (starts[bucket + 1] as number) - 1; at >= (starts[bucket] as number); at -= 1) {
      const item = all[order[at] as number] as Item
      table.set(keyOf(item), item)
    }
    return table
  }
  return key => {
    const bucket = bucketOf(key) & 255
    return (tables[bucket] ??= tableOf(bucket)).get(key)
  }
}

/** Indexes sorted by bucket, stable. Bucket b is the range `starts[b]` to `starts[b + 1]`. */
function inBuckets(
  bucketAt: Uint8Array,
  counts: Uint32Array,
): { readonly order: Uint32Array; readonly starts: Uint32Array } {
  const starts = counts.slice()
  for (let bucket = 1; bucket < starts.length; bucket += 1)
    starts[bucket] = (starts[bucket] as number) + (starts[bucket - 1] as number)
  const next = starts.slice()
  const order = new Uint32Array(bucketAt.length)
  for (let at = 0; at < bucketAt.length; at += 1) {
    const bucket = bucketAt[at] as number
    const to = next[bucket] as number
    order[to] = at
    next[bucket] = to + 1
  }
  return { order, starts }
}

export function byBaseAndDate(key: string): number {
  if (key.length < 12) return key.length < 3 ? 0 : byThree(key)
  const month = key.charCodeAt(8) * 10 + key.charCodeAt(9)
  const day = key.charCodeAt(10) * 10 + key.charCodeAt(11)
  return byThree(key) + month * 29 + day * 3
}

const byThree = (key: string): number => (key.charCodeAt(0) * 31 + key.charCodeAt(1)) * 31 + key.charCodeAt(2)

/** Hashes the last two characters, where ids differ most. */
export const byLastCharacters = (key: string): number =>
  ((key.charCodeAt(key.length - 1) & 15) << 4) | (key.charCodeAt(key.length - 2) & 15)
