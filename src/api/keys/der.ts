/** As much of DER as keys need: values one after the other, each a tag, a length and a content. */

export interface Der {
  readonly tag: number
  readonly content: Uint8Array<ArrayBuffer>
  /** Bytes of the whole value. */
  readonly length: number
}

/** The value at the start of `bytes`; undefined where there is none. */
export function readDer(bytes: Uint8Array<ArrayBuffer>): Der | undefined {
  const [tag, first] = bytes
  if (tag === undefined || first === undefined) return undefined
  const lengthBytes = first < 0x80 ? 0 : first & 0x7f
  if (first === 0x80 || lengthBytes > 3 || bytes.length < 2 + lengthBytes) return undefined
  const size = first < 0x80 ? first : bytes.subarray(2, 2 + lengthBytes).reduce((sum, byte) => sum * 256 + byte, 0)
  const start = 2 + lengthBytes
  return start + size > bytes.length ? undefined : { tag, content: bytes.subarray(start, start + size), length: start + size }
}

/** The values within the sequence that `bytes` is; undefined where it is none, or cut off. */
export function readSequence(bytes: Uint8Array<ArrayBuffer>): readonly Der[] | undefined {
  const sequence = readDer(bytes)
  if (sequence?.tag !== 0x30) return undefined
  const values: Der[] = []
  for (let at = 0; at < sequence.content.length; ) {
    const value = readDer(sequence.content.subarray(at))
    if (value === undefined) return undefined
    values.push(value)
    at += value.length
  }
  return values
}

/** A value of these contents, one after the other. */
export function derOf(tag: number, ...contents: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const size = contents.reduce((sum, each) => sum + each.length, 0)
  const length = size < 0x80 ? [size] : size < 0x100 ? [0x81, size] : [0x82, size >> 8, size & 0xff]
  return Uint8Array.from([tag, ...length, ...contents.flatMap(each => [...each])])
}
