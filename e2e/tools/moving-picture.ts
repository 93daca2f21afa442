/**
 * Encodes screenshots as one animated PNG, which every browser and GitHub display. Frames share a palette of the most
 * common colours, and contain only the changed rectangle with unchanged pixels transparent.
 */
import { crc32, deflateSync } from 'node:zlib'
import { type Picture, readPng } from './read-png.ts'

export interface Frame {
  readonly png: Buffer
  readonly showMs: number
}

const clear = 0
const mostColours = 255

function chunk(name: string, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), ...parts])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length - 4)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

const numbers = (...values: readonly number[]): Buffer => {
  const buffer = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) buffer.writeUInt32BE(value, index * 4)
  return buffer
}

export function movingPicture(frames: readonly Frame[]): Buffer {
  const pictures = frames.map(frame => readPng(frame.png))
  const [first] = pictures
  if (first === undefined) throw new Error('a picture without a frame')
  const { width, height } = first
  const colours = commonest(pictures)
  const indexOf = nearest(colours)
  const palette = Buffer.alloc((colours.length + 1) * 3)
  for (const [index, colour] of colours.entries()) palette.writeUIntBE(colour, (index + 1) * 3, 3)
  const chunks = [
    chunk('IHDR', numbers(width, height), Buffer.from([8, 3, 0, 0, 0])),
    chunk('acTL', numbers(frames.length, 0)),
    chunk('PLTE', palette),
    chunk('tRNS', Buffer.from([0])),
  ]
  let sequence = 0
  let before: Picture | undefined
  for (const [at, picture] of pictures.entries()) {
    const area = changedArea(before, picture)
    const data = deflateSync(rowsOf(before, picture, area, indexOf), { level: 9 })
    const delay = Buffer.alloc(6)
    delay.writeUInt16BE(frames[at]?.showMs ?? 0)
    delay.writeUInt16BE(1_000, 2)
    // Dispose and blend modes: keep the frame and overlay the next.
    delay.writeUInt8(1, 5)
    chunks.push(chunk('fcTL', numbers(sequence, area.width, area.height, area.left, area.top), delay))
    sequence += 1
    if (before === undefined) chunks.push(chunk('IDAT', data))
    else {
      chunks.push(chunk('fdAT', numbers(sequence), data))
      sequence += 1
    }
    before = picture
  }
  return Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), ...chunks, chunk('IEND')])
}

interface Area {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** The smallest rectangle with all changes; one pixel if there are none, since a frame cannot be empty. */
function changedArea(before: Picture | undefined, { width, height, pixels }: Picture): Area {
  if (before === undefined) return { left: 0, top: 0, width, height }
  let [left, right, top, bottom] = [width, -1, height, -1]
  for (let index = 0; index < pixels.length; index += 1) {
    if (pixels[index] === before.pixels[index]) continue
    const [x, y] = [index % width, Math.floor(index / width)]
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = y
  }
  return right === -1
    ? { left: 0, top: 0, width: 1, height: 1 }
    : { left, top, width: right - left + 1, height: bottom - top + 1 }
}

function rowsOf(
  before: Picture | undefined,
  picture: Picture,
  area: Area,
  indexOf: (colour: number) => number,
): Buffer {
  const rows = Buffer.alloc((area.width + 1) * area.height)
  for (let y = 0; y < area.height; y += 1) {
    for (let x = 0; x < area.width; x += 1) {
      const at = (area.top + y) * picture.width + area.left + x
      const colour = picture.pixels[at] ?? 0
      // Each row begins with its filter type: none.
      rows[y * (area.width + 1) + 1 + x] = before?.pixels[at] === colour ? clear : indexOf(colour)
    }
  }
  return rows
}

function commonest(pictures: readonly Picture[]): readonly number[] {
  const counts = new Map<number, number>()
  for (const { pixels } of pictures) for (const colour of pixels) counts.set(colour, (counts.get(colour) ?? 0) + 1)
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, mostColours)
    .map(([colour]) => colour)
}

function nearest(colours: readonly number[]): (colour: number) => number {
  const known = new Map<number, number>()
  const distance = (a: number, b: number): number =>
    [16, 8, 0].reduce((sum, shift) => sum + (((a >> shift) & 255) - ((b >> shift) & 255)) ** 2, 0)
  return colour => {
    const found = known.get(colour)
    if (found !== undefined) return found
    const best = colours.reduce(
      (least, each, index) => (distance(each, colour) < distance(colours[least] ?? 0, colour) ? index : least),
      0,
    )
    known.set(colour, best + 1)
    return best + 1
  }
}
