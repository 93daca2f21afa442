/**
 * Finds one of tens of thousands by a text, without first making a table of them all: they are parted into 256 buckets
 * in one quick pass, and a bucket is indexed on the first lookup in it. Of equal keys the first wins.
 */

/**
 * `bucketOf`: a hash of the key; its last eight bits choose the bucket. Only buckets that are looked up are indexed.
 */
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
    // From the end, so that of equal keys the first stays.
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

/** Indexes bucket by bucket, each in its order: those of bucket b stand from `starts[b]` up to `starts[b + 1]`. */
function inBuckets(bucketAt: Uint8Array, counts: Uint32Array): { readonly order: Uint32Array; readonly starts: Uint32Array } {
  const starts = counts.slice()
  for (let bucket = 1; bucket < starts.length; bucket += 1) starts[bucket] = (starts[bucket] as number) + (starts[bucket - 1] as number)
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

/** By base and date, as they stand in the names of options: those of one chain are together, and few others with them. */
export function byBaseAndDate(key: string): number {
  if (key.length < 12) return key.length < 3 ? 0 : byThree(key)
  const month = key.charCodeAt(8) * 10 + key.charCodeAt(9)
  const day = key.charCodeAt(10) * 10 + key.charCodeAt(11)
  return byThree(key) + month * 29 + day * 3
}

const byThree = (key: string): number => (key.charCodeAt(0) * 31 + key.charCodeAt(1)) * 31 + key.charCodeAt(2)

/** By the last two characters: of ids, which differ in them most. */
export const byLastCharacters = (key: string): number =>
  ((key.charCodeAt(key.length - 1) & 15) << 4) | (key.charCodeAt(key.length - 2) & 15)
