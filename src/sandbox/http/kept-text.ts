/** Large answers kept as text: made once per version, compressed once per version, told apart by an entity tag. */

export type Encoding = 'br' | 'gzip'
/** Bytes of a text under an encoding; the host brings it, since the language has none. */
export type Compress = (text: string, encoding: Encoding) => Promise<Uint8Array<ArrayBuffer>>

export interface KeptText {
  readonly text: string
  /** Strong entity tag, quoted. */
  readonly tag: string
  compressed(encoding: Encoding): Promise<Uint8Array<ArrayBuffer>> | undefined
}

/** Below this many characters compressing is not worth a round through it. */
const smallest = 4_096

export function keepText(text: string, version: string, compress: Compress | undefined): KeptText {
  const made = new Map<Encoding, Promise<Uint8Array<ArrayBuffer>>>()
  return {
    text,
    tag: `"${version}"`,
    compressed(encoding) {
      if (compress === undefined || text.length < smallest) return undefined
      const known = made.get(encoding)
      if (known !== undefined) return known
      const bytes = compress(text, encoding)
      made.set(encoding, bytes)
      return bytes
    },
  }
}

/** The better of the encodings a client takes, by its Accept-Encoding header. */
export function acceptedEncoding(header: string | undefined): Encoding | undefined {
  const taken = (header ?? '')
    .toLowerCase()
    .split(',')
    .map(part => part.trim())
  const takes = (name: Encoding): boolean =>
    taken.some(part => part === name || (part.startsWith(`${name};`) && !/;\s*q=0(?:\.0*)?$/.test(part)))
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : undefined
}
