// @vitest-environment node
import { describe, expect, test } from 'vitest'
import { closingLine, countPlaywright, countVitest, slowestFiles } from './reports.ts'

const vitestFile = (status: string, assertionResults: readonly object[], message = '') => ({
  name: `${process.cwd()}/src/a.test.ts`,
  status,
  message,
  assertionResults,
})
const playwrightTest = (status: string, message?: string) => ({
  title: `ends ${status}`,
  tests: [
    {
      status,
      projectName: 'chromium',
      results: [{ errors: message === undefined ? [] : [{ message, location: { file: 'a.spec.ts', line: 3 } }] }],
    },
  ],
})

describe('the report of vitest', () => {
  test('a passed test passes; a failed one reports place and reason', () => {
    const failed = { status: 'failed', fullName: 'adds', failureMessages: ['expected 1 to be 2'] }
    expect(
      countVitest({ testResults: [vitestFile('failed', [{ status: 'passed', fullName: 'reads' }, failed])] }),
    ).toMatchObject({ passed: 1, failures: ['src/a.test.ts › adds: failed\nexpected 1 to be 2'] })
  })
  test('a skipped test has not passed', () => {
    const { passed, failures } = countVitest({
      testResults: [vitestFile('passed', [{ status: 'skipped', fullName: 'waits' }])],
    })
    expect([passed, failures.length]).toEqual([0, 1])
  })
  test('a file that does not load fails, though no test of it did', () => {
    expect(countVitest({ testResults: [vitestFile('failed', [], 'no such module')] }).failures).toEqual([
      'src/a.test.ts: no such module',
    ])
  })
})

describe('the report of Playwright', () => {
  const suiteOf = (...specs: readonly object[]) => ({ title: 'a.spec.ts', suites: [{ title: 'send', specs }] })
  test('only what went as expected has passed: a flaky or skipped journey has not', () => {
    const report = { suites: [suiteOf(playwrightTest('expected'), playwrightTest('flaky'), playwrightTest('skipped'))] }
    const { passed, failures } = countPlaywright(report)
    expect([passed, failures.length]).toEqual([1, 2])
  })
  test('a failure reports its titles, message and place', () => {
    expect(countPlaywright({ suites: [suiteOf(playwrightTest('unexpected', 'no such button'))] }).failures).toEqual([
      'a.spec.ts › send › ends unexpected [chromium]: unexpected\nno such button\n  at a.spec.ts:3',
    ])
  })
  test('an error outside every journey counts', () => {
    expect(countPlaywright({ suites: [], errors: [{ message: 'no tests found' }] })).toMatchObject({
      passed: 0,
      failures: ['no tests found'],
    })
  })
})

test('the slowest ten files of all steps are listed, slowest first, with their seconds', () => {
  const timed = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      name: `src/${at}.test.ts`,
      status: 'passed',
      startTime: 5,
      endTime: 5 + 100 * at,
      assertionResults: [],
    }))
  const journey = {
    title: 'long',
    tests: [{ status: 'expected', projectName: 'chromium', results: [{ duration: 1_500 }, { duration: 61_000 }] }],
  }
  const journeys = countPlaywright({ suites: [{ title: 'a.spec.ts', suites: [{ title: 'send', specs: [journey] }] }] })
  const lines = slowestFiles([{ passed: 1, failures: [] }, countVitest({ testResults: timed(12) }), journeys])
  expect(lines).toHaveLength(10)
  expect(lines.slice(0, 2)).toEqual(['  62.5 s  e2e/journeys/a.spec.ts', '   1.1 s  src/11.test.ts'])
  expect(lines.at(-1)).toBe('   0.3 s  src/3.test.ts')
})

const counts = [
  { passed: 3, failures: [] },
  { passed: 2, failures: ['no'] },
]
test('the closing line is plain, and names what was skipped only where something was', () => {
  expect(closingLine(counts)).toBe('5 passed, 1 failed')
  expect(closingLine([...counts, { passed: 0, failures: [], skipped: 1 }])).toBe('5 passed, 1 failed, 1 skipped')
})
