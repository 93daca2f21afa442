/** CRC-32 (ISO 3309, as zlib has it) of text as UTF-8, running on from an earlier one. */

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit += 1) value = (value & 1) === 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
  return value
})
const encoder = new TextEncoder()

/** Whole number from 0 to 2^32 - 1. */
export function crc32(text: string, before = 0): number {
  let sum = ~before
  for (const byte of encoder.encode(text)) sum = (sum >>> 8) ^ (table[(sum ^ byte) & 0xff] ?? 0)
  return ~sum >>> 0
}
