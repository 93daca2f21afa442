/**
 * Large answers cached as text: encoded once per version, compressed once per version and encoding, with entity tags.
 */

export type Encoding = 'br' | 'gzip'
export type Compress = (text: string, encoding: Encoding) => Promise<Uint8Array<ArrayBuffer>>

type CompressedText = Promise<Uint8Array<ArrayBuffer>> | undefined

export interface CachedText {
  readonly text: string
  /** Strong entity tag, quoted, per encoding, since the bytes differ. */
  tag(encoding?: Encoding): string
  compressed(encoding: Encoding): CompressedText
}

const encodings = ['br', 'gzip'] as const
const smallest = 4_096

export function cacheText(
  text: string,
  version: string,
  compress: ((text: string, encoding: Encoding) => CompressedText) | undefined,
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
      bytes.catch(() => made.delete(encoding))
      return bytes
    },
  }
}

/**
 * Compresses one text at a time and sends others uncompressed meanwhile, so that frequently changing texts do not
 * occupy the host.
 */
export function oneAtATime(compress: Compress): (text: string, encoding: Encoding) => CompressedText {
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

export function isKnown(cached: CachedText, header: string | undefined): boolean {
  if (header === undefined) return false
  const named = namedTags(header)
  return named.includes('*') || [undefined, ...encodings].some(encoding => named.includes(cached.tag(encoding)))
}

const namedTags = (header: string): readonly string[] => header.split(',').map(tag => tag.trim().replace(/^W\//, ''))

/** The client's preferred encoding by Accept-Encoding, the smaller one among equals; undefined for plain text. */
export function acceptedEncoding(header: string | undefined): Encoding | undefined {
  const weights = new Map((header ?? '').toLowerCase().split(',').map(weightOf))
  const weight = (name: Encoding): number => weights.get(name) ?? weights.get('*') ?? 0
  const [best] = encodings.toSorted((a, b) => weight(b) - weight(a))
  return best !== undefined && weight(best) > 0 && weight(best) >= (weights.get('identity') ?? 0) ? best : undefined
}

function weightOf(part: string): [string, number] {
  const [name = '', ...parameters] = part.split(';').map(each => each.trim())
  const given = parameters.find(each => /^q\s*=/.test(each))?.replace(/^q\s*=\s*/, '')
  if (given === undefined) return [name, 1_000]
  return [name, /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(given) ? thousandths(given) : 0]
}

const thousandths = (weight: string): number => Number.parseInt(weight.replace('.', '').padEnd(4, '0'), 10)
