// @vitest-environment node
import { crc32, deflateSync, inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { movingPicture } from './moving-picture.ts'
import { readPng } from './read-png.ts'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
function chunk(name: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), body])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(body.length)
  ends.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)])
}

/** A screenshot of three by two pixels. `rules` are the row filters; differences are stored as given. */
function screenshot(rows: readonly (readonly number[])[], rules: readonly number[] = rows.map(() => 0)): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(3)
  header.writeUInt32BE(rows.length, 4)
  header.set([8, 2], 8)
  const raw = Buffer.concat(
    rows.map((row, at) =>
      Buffer.from([rules[at] ?? 0, ...row.flatMap(each => [each >> 16, (each >> 8) & 255, each & 255])]),
    ),
  )
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(raw)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunksOf(file: Buffer): { readonly name: string; readonly body: Buffer }[] {
  const found = []
  for (let at = 8; at < file.length; ) {
    const length = file.readUInt32BE(at)
    const [named, check] = [file.subarray(at + 4, at + 8 + length), file.readUInt32BE(at + 8 + length)]
    expect(crc32(named)).toBe(check)
    found.push({ name: named.toString('latin1', 0, 4), body: named.subarray(4) })
    at += 12 + length
  }
  return found
}

const [red, green, blue] = [0xff0000, 0x00ff00, 0x0000ff]

test('a screenshot is read by each rule of its filters', () => {
  const grey = [0x080808, 0x080808, 0x080808]
  const asLeft = [0x080808, 0, 0]
  const asMean = [0x040404, 0, 0]
  const picture = readPng(screenshot([asLeft, [0, 0, 0], asMean, [0, 0, 0]], [1, 2, 3, 4]))
  expect([...picture.pixels]).toEqual([...grey, ...grey, ...grey, ...grey])
})

test('frames contain only changed areas, in one order, in their colours', () => {
  const first = [
    [red, red, red],
    [red, red, red],
  ]
  const second = [
    [red, red, red],
    [red, green, blue],
  ]
  const frames = [first, second, second].map((rows, at) => ({ png: screenshot(rows), showMs: 100 * (at + 1) }))
  const chunks = chunksOf(movingPicture(frames))
  expect(chunks.map(each => each.name).join(' ')).toBe('IHDR acTL PLTE tRNS fcTL IDAT fcTL fdAT fcTL fdAT IEND')
  const controls = chunks.filter(each => each.name === 'fcTL').map(each => each.body)
  expect(controls.map(body => [4, 8, 12, 16].map(at => body.readUInt32BE(at)))).toEqual([
    [3, 2, 0, 0],
    [2, 1, 1, 1],
    [1, 1, 0, 0],
  ])
  expect(controls.map(body => body.readUInt16BE(20) / body.readUInt16BE(22))).toEqual([0.1, 0.2, 0.3])
  const numbered = chunks.filter(each => each.name === 'fcTL' || each.name === 'fdAT')
  expect(numbered.map(each => each.body.readUInt32BE())).toEqual([0, 1, 2, 3, 4])
  const palette = chunks.find(each => each.name === 'PLTE')?.body ?? Buffer.alloc(0)
  const change = inflateSync(chunks.find(each => each.name === 'fdAT')?.body.subarray(4) ?? Buffer.alloc(0))
  expect([...change.subarray(1)].map(index => palette.readUIntBE(index * 3, 3))).toEqual([green, blue])
})
