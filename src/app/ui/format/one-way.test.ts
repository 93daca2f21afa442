// @vitest-environment node
/** Dates, times and numbers are formatted only by this folder. */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const screens = ['ui', 'features', 'entry', 'model', 'links'].flatMap(folder =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(file => join(folder, file)),
)
const files = screens.filter(file => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))

const otherWays = [
  /\.toLocale(?:Date|Time)?String\(/,
  /Intl\.(?:DateTime|Number|RelativeTime)Format/,
  /\.to(?:Date|Time|UTC|GMT)String\(/,
  /\.get(?:UTC)?(?:Hours|Minutes|Seconds)\(/,
  /format(?:Utc|Zoned|Time)\w*\([^()]*\)\.(?:slice|substring|split|replace)/,
]

const wrongsOf = (path: string, source: string): string[] =>
  source
    .split('\n')
    .flatMap((line, at) => (otherWays.some(way => way.test(line)) ? [`${path}:${at + 1}: ${line.trim()}`] : []))

describe('a date or a time', () => {
  it('is written by ui/format alone', () => {
    expect(files.length).toBeGreaterThan(400)
    const wrongs = files
      .filter(file => !file.startsWith('ui/format/'))
      .flatMap(file => wrongsOf(file, readFileSync(join(root, file), 'utf8')))
    expect(wrongs).toEqual([])
  })
  it('written another way is found', () => {
    for (const line of [
      'at.toLocaleTimeString()',
      'size.toLocaleString("en")',
      'new Intl.DateTimeFormat()',
      'at.getUTCHours()',
      "formatUtc(ms, 'dateTime').slice(0, 10)",
    ])
      expect(wrongsOf('x', line), line).toHaveLength(1)
  })
})
