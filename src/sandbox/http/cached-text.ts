/**
 * Large answers cached as text: written once per version, compressed once per version and encoding, identified by
 * entity tags.
 */

export type Encoding = 'br' | 'gzip'
/** Bytes of a text under an encoding; the host brings it, since the language has none. */
export type Compress = (text: string, encoding: Encoding) => Promise<Uint8Array<ArrayBuffer>>

/** Undefined if the host prefers to send the text uncompressed. */
type Compressed = Promise<Uint8Array<ArrayBuffer>> | undefined

export interface CachedText {
  readonly text: string
  /** Strong entity tag, quoted, of the text as it is or under an encoding: their bytes differ, so do their tags. */
  tag(encoding?: Encoding): string
  compressed(encoding: Encoding): Compressed
}

const encodings = ['br', 'gzip'] as const
/** Below this many characters compressing is not worth a round through it. */
const smallest = 4_096

export function cacheText(
  text: string,
  version: string,
  compress: ((text: string, encoding: Encoding) => Compressed) | undefined,
): CachedText {
  const made = new Map<Encoding, Promise<Uint8Array<ArrayBuffer>>>()
  return {
    text,
    tag: encoding => (encoding === undefined ? `"${version}"` : `"${version}-${encoding}"`),
    compressed(encoding) {
      if (compress === undefined || text.length < smallest) return undefined
      const known = made.get(encoding)
      if (known !== undefined) return known
      const bytes = compress(text, encoding)
      if (bytes === undefined) return undefined
      made.set(encoding, bytes)
      // The next request tries again.
      bytes.catch(() => made.delete(encoding))
      return bytes
    },
  }
}

/** Compresses one text at a time and leaves others as they are meanwhile, so that texts that change with every order do not take up the host. */
export function oneAtATime(compress: Compress): (text: string, encoding: Encoding) => Compressed {
  let isBusy = false
  const free = (): void => {
    isBusy = false
  }
  return (text, encoding) => {
    if (isBusy) return undefined
    isBusy = true
    const bytes = compress(text, encoding)
    bytes.then(free, free)
    return bytes
  }
}

/** Has a client this text already, by its If-None-Match header? Under whichever encoding it came, and as RFC 9110 compares here: weakly. */
export function isKnown(cached: CachedText, header: string | undefined): boolean {
  if (header === undefined) return false
  const named = namedTags(header)
  return named.includes('*') || [undefined, ...encodings].some(encoding => named.includes(cached.tag(encoding)))
}

const namedTags = (header: string): readonly string[] => header.split(',').map(tag => tag.trim().replace(/^W\//, ''))

/** The encoding a client likes best by its Accept-Encoding header, the smaller one where it does not mind; undefined for the text as it is. */
export function acceptedEncoding(header: string | undefined): Encoding | undefined {
  const weights = new Map((header ?? '').toLowerCase().split(',').map(weightOf))
  const weight = (name: Encoding): number => weights.get(name) ?? weights.get('*') ?? 0
  const [best] = encodings.toSorted((a, b) => weight(b) - weight(a))
  return best !== undefined && weight(best) > 0 && weight(best) >= (weights.get('identity') ?? 0) ? best : undefined
}

/** What cannot be read is not wanted. */
function weightOf(part: string): [string, number] {
  const [name = '', ...parameters] = part.split(';').map(each => each.trim())
  const given = parameters.find(each => /^q\s*=/.test(each))?.replace(/^q\s*=\s*/, '')
  if (given === undefined) return [name, 1_000]
  return [name, /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(given) ? thousandths(given) : 0]
}

/** Of a weight, which has at most three decimals. */
const thousandths = (weight: string): number => Number.parseInt(weight.replace('.', '').padEnd(4, '0'), 10)
