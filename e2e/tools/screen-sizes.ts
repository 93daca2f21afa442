/**
 * JavaScript that each screen loads at the start, compressed, and with the grid library. Exits with 1 above a limit.
 */
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { PageFile } from '../../src/server/http/static.ts'

const folder = 'dist/client'
/** kB, without and with the grid library. */
const limits = { program: 262, grid: 430 }

const sizeOf = (file: string): number =>
  statSync(join(folder, `${file}.br`), { throwIfNoEntry: false })?.size ?? statSync(join(folder, file)).size

const { screens } = JSON.parse(readFileSync(join(folder, 'page.json'), 'utf8')) as PageFile
const starts = [...readFileSync(join(folder, 'index.html'), 'utf8').matchAll(/<script[^>]*\ssrc="[^"]*?(assets\/[^"]+)"/g)].map(
  match => match[1] ?? '',
)
if (Object.keys(screens).length === 0 || starts.length === 0) throw new Error('The build names no screens, or no script to start with.')

const kilobytesOf = (files: readonly string[]): number => [...new Set(files)].reduce((sum, file) => sum + sizeOf(file), 0) / 1_000

let isOver = false
for (const [screen, { scripts, grid }] of Object.entries(screens)) {
  const program = kilobytesOf([...starts, ...scripts])
  const withGrid = kilobytesOf([...starts, ...scripts, ...grid])
  const isScreenOver = program > limits.program || withGrid > limits.grid
  isOver ||= isScreenOver
  const sizes = `${program.toFixed(1)} of ${limits.program} kB, with the grid ${withGrid.toFixed(1)} of ${limits.grid}`
  process.stdout.write(`${screen.padEnd(10)} ${sizes}${isScreenOver ? ': over the limit' : ''}\n`)
}
process.exitCode = isOver ? 1 : 0
