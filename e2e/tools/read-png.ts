/** Reads browser screenshots: PNG with eight bits a channel, RGB or RGBA, not interlaced. */
import { inflateSync } from 'node:zlib'

export interface Picture {
  readonly width: number
  readonly height: number
  /** 0xRRGGBB, row by row. */
  readonly pixels: Uint32Array
}

const headLength = 8

export function readPng(bytes: Buffer): Picture {
  const data: Buffer[] = []
  let header: Buffer | undefined
  for (let at = headLength; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    const name = bytes.toString('latin1', at + 4, at + 8)
    const body = bytes.subarray(at + 8, at + 8 + length)
    if (name === 'IHDR') header = body
    if (name === 'IDAT') data.push(body)
    at += 12 + length
  }
  const channels = header?.[9] === 2 ? 3 : header?.[9] === 6 ? 4 : undefined
  if (header === undefined || channels === undefined || header[8] !== 8 || header[12] !== 0)
    throw new Error('not a PNG of a screenshot')
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  const rows = unfiltered(inflateSync(Buffer.concat(data)), width * channels, height, channels)
  const pixels = new Uint32Array(width * height)
  for (let index = 0; index < pixels.length; index += 1) pixels[index] = rows.readUIntBE(index * channels, 3)
  return { width, height, pixels }
}

/** PNG, section 9: each row stores differences to its left and upper neighbours by one of five filters. */
function unfiltered(raw: Buffer, stride: number, height: number, channels: number): Buffer {
  const rows = Buffer.alloc(stride * height)
  for (let row = 0; row < height; row += 1) {
    const rule = raw[row * (stride + 1)] ?? 0
    const start = row * stride
    for (let at = 0; at < stride; at += 1) {
      const left = at >= channels ? (rows[start + at - channels] ?? 0) : 0
      const up = row > 0 ? (rows[start + at - stride] ?? 0) : 0
      const upLeft = row > 0 && at >= channels ? (rows[start + at - stride - channels] ?? 0) : 0
      rows[start + at] = (raw[row * (stride + 1) + 1 + at] ?? 0) + predicted(rule, left, up, upLeft)
    }
  }
  return rows
}

function predicted(rule: number, left: number, up: number, upLeft: number): number {
  if (rule === 1) return left
  if (rule === 2) return up
  if (rule === 3) return (left + up) >> 1
  if (rule !== 4) return 0
  const [toLeft, toUp, toBoth] = [Math.abs(up - upLeft), Math.abs(left - upLeft), Math.abs(left + up - 2 * upLeft)]
  return toLeft <= toUp && toLeft <= toBoth ? left : toUp <= toBoth ? up : upLeft
}
