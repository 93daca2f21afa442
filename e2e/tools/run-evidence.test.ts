import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { addRun, countsOf, type TestRun } from './run-evidence.ts'

const run: TestRun = {
  command: 'npm test',
  commit: '0123abcd',
  date: '2026-11-25T12:00:59Z',
  load: 6,
  passed: 7_001,
  failed: 0,
  skipped: 1,
  minutes: 4.96,
}

describe('the record of test runs', () => {
  it('reads the closing line of a run, and nothing from a run that was cut off', () => {
    expect(countsOf('✓ a: 3 passed, 0 failed\n\n7001 passed, 2 failed\n')).toEqual({
      passed: 7_001,
      failed: 2,
      skipped: 0,
    })
    expect(countsOf('12 passed, 0 failed, 1 skipped\n')).toEqual({ passed: 12, failed: 0, skipped: 1 })
    expect(countsOf('12 passed, 0 failed\nKilled\n')).toBeUndefined()
    expect(countsOf('')).toBeUndefined()
  })

  const page = readFileSync('docs/evidence.md', 'utf8')
  const [before = '', after = ''] = page.split(/(?<=--:\|\n)(?:\| `npm.*\n)+/)

  it('adds each run below the earlier ones and leaves the rest of the page unchanged', () => {
    const two = addRun(addRun(before + after, run), { ...run, load: 0 })
    expect(two).toBe(
      `${before}| \`npm test\` | \`0123abcd\` | 2026-11-25 12:00 | 6 | 7001 | 0 | 1 | 5.0 |
| \`npm test\` | \`0123abcd\` | 2026-11-25 12:00 | 0 | 7001 | 0 | 1 | 5.0 |
${after}`,
    )
  })

  it('has the last twelve runs', () => {
    const dates = Array.from({ length: 14 }, (_, day) => `2026-11-${day + 10}`)
    const text = dates.reduce((shown, date) => addRun(shown, { ...run, date }), before + after)
    expect([...text.matchAll(/^\| `npm test`.* (\d{4}-\d\d-\d\d) /gm)].map(row => row[1])).toEqual(dates.slice(2))
  })

  it('refuses a page without the table', () => expect(() => addRun('# Evidence\n', run)).toThrow('Runs of the tests'))
})
