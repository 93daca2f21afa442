/** The whole of a body, or that it is longer than `limit` bytes: then the rest is not read. */
export async function readCapped(stream: ReadableStream<Uint8Array> | null, limit: number): Promise<Uint8Array | 'too_large'> {
  const chunks: Uint8Array[] = []
  let length = 0
  if (stream === null) return new Uint8Array()
  const reader = stream.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return Buffer.concat(chunks)
    length += value.byteLength
    if (length > limit) {
      await reader.cancel()
      return 'too_large'
    }
    chunks.push(value)
  }
}
