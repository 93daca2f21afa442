/** Reads a whole body. Stops and returns `too_large` beyond `limit` bytes. */
export async function readCapped(
  stream: ReadableStream<Uint8Array> | null,
  limit: number,
): Promise<Uint8Array | 'too_large'> {
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
